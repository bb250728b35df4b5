import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { imageContentTypes, imagePath, imageUploadPath, maxImageBytes } from '#contract/calls/images.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { createImageProcessor } from './imageProcessing.ts'
import { findImage, insertImage } from '../../resources/people/images.ts'
import { CallError } from '../../callError.ts'

const idSchema = z.object({ id: z.uuid() })

/** Images are uploaded and served as they are, beside the table of calls. */
export async function addImageRoutes(server: FastifyInstance, context: Context): Promise<void> {
  const processImage = createImageProcessor()
  // A wall shows no pictures.
  const callerOf = async (token: unknown) => {
    const caller = await context.sessions.authenticate(typeof token === 'string' ? token : '')
    return caller?.displayId === null ? caller : null
  }
  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser([...imageContentTypes], { parseAs: 'buffer', bodyLimit: maxImageBytes }, (_request, body, done) => done(null, body))

    // Open to everybody: a person who registers has no account yet.
    routes.post(imageUploadPath, {
      bodyLimit: maxImageBytes,
      onRequest: async (request) => context.auth.count('image', request.ip),
      handler: async (request, reply) => {
        if (!(request.body instanceof Buffer)) throw new CallError('NOT_AN_IMAGE')
        const caller = await callerOf(request.headers['x-auth-token'])
        const picture = await processImage(request.body)
        const id = await insertImage(context.sql, { ...picture, uploadedBy: caller?.userId ?? null, at: machineNow() })
        return reply.header('Cache-Control', 'no-store').send({ success: true, data: { id } })
      },
    })

    routes.get(imagePath.replace('{id}', ':id'), async (request, reply) => {
      const caller = await callerOf(request.headers['x-auth-token'])
      if (!caller) throw new CallError('NOT_SIGNED_IN')
      if (caller.twoFactorDue) throw new CallError('TWO_FACTOR_DUE')
      const parsed = idSchema.safeParse(request.params)
      const image = parsed.success ? await findImage(context.sql, caller, parsed.data.id) : undefined
      if (!image) throw new CallError('NOT_FOUND')
      return reply.type(image.contentType).header('Cache-Control', 'private, no-store').send(image.content)
    })
  })
}
