import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { drawDemoPicture } from '../../media/demoPictures.ts'
import { isOfThisMachine } from '../thisMachine.ts'

/** Path of the pictures that the demo's cameras show and that its people attach to logs. */
export const demoPicturePath = '/demo/pictures'

/** Adds the pictures of the demo, for this machine alone. */
export function addDemoPictures(server: FastifyInstance, { clock }: Pick<Context, 'clock'>): void {
  server.get<{ Params: { name: string } }>(`${demoPicturePath}/:name.jpg`, async (request, reply) => {
    const drawing = isOfThisMachine(request) ? drawDemoPicture(request.params.name, clock.now()) : null
    if (drawing === null) throw new CallError('NOT_FOUND')
    const picture = await sharp(Buffer.from(drawing)).jpeg({ quality: 78 }).toBuffer()
    return reply.type('image/jpeg').header('Cache-Control', 'no-store').send(picture)
  })
}
