import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { imageContentTypes, imagePath, imageUploadPath, maxImageBytes } from '#contract/calls/images.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { withUpload } from '../../files/uploads.ts'
import { createImageEncoder } from './imageEncoder.ts'
import { createUnreadBodyHook } from './unreadBody.ts'
import { createUploadRoom, type LetIn } from './uploadRoom.ts'
import { networkOf } from '../../rateLimiter.ts'
import { findFile, insertFile, trimUnclaimed } from '../../resources/files/files.ts'
import { CallError } from '../../callError.ts'

/** So many pictures of 10 MB come in at once, from people who are signed in and from strangers. */
const roomForEach = { inAll: 4, ofOne: 2, patienceMs: 3000 }

const idSchema = z.object({ id: z.uuid() })

/** Images are uploaded and served as they are, beside the table of calls. */
export async function addImageRoutes(server: FastifyInstance, context: Context): Promise<void> {
  const { settings, log, files } = context
  const encoder = createImageEncoder({ log })
  server.addHook('onClose', async () => encoder.close())
  const strangers = createUploadRoom(roomForEach)
  const people = createUploadRoom(roomForEach)
  const letIn = new WeakMap<FastifyRequest, LetIn>()
  const enter = (request: FastifyRequest, reply: FastifyReply, userId: number | undefined) => {
    const giveWay = () => void request.raw.socket.destroy()
    const upload = userId === undefined ? strangers(networkOf(request.ip), giveWay) : people(String(userId), giveWay)
    letIn.set(request, upload)
    reply.raw.once('finish', upload.end).once('close', upload.end)
  }
  // A wall shows no pictures.
  const callerOf = async (token: unknown) => {
    const caller = await context.sessions.authenticate(typeof token === 'string' ? token : '')
    return caller?.displayId === null ? caller : null
  }
  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser([...imageContentTypes], (_request, body, done) => done(null, body))

    // Open to everybody: a person who registers has no account yet.
    routes.post(imageUploadPath, {
      compress: false,
      onSend: createUnreadBodyHook(),
      onRequest: async (request, reply) => {
        context.auth.count('image', request.ip)
        if (Number(request.headers['content-length']) > maxImageBytes) throw new CallError('TOO_LARGE')
        const caller = await callerOf(request.headers['x-auth-token'])
        enter(request, reply, caller?.userId)
      },
      handler: async (request, reply) => {
        if (!(request.body instanceof Readable)) throw new CallError('NOT_AN_IMAGE')
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const id = await withUpload(request.body, { dataDir: settings.DATA_DIR, log, maxBytes: maxImageBytes }, async (path) => {
          letIn.get(request)?.here()
          const caller = await callerOf(request.headers['x-auth-token'])
          const encoded = `${path}.webp`
          const { width, height } = await encoder.encode(path, encoded, gone.signal)
          const uploadedBy = caller?.userId ?? null
          const picture = { contentType: 'image/webp', width, height, uploadedBy, network: networkOf(request.ip), at: machineNow() } as const
          const made = await files.keep(encoded, (file) => insertFile(context.sql, { ...file, ...picture }))
          await trimUnclaimed(context.sql, files, uploadedBy).catch((error: unknown) => log.warn({ err: error }, 'files that nothing refers to are not bounded'))
          return made
        })
        return reply.header('Cache-Control', 'no-store').send({ success: true, data: { id } })
      },
    })

    routes.get(imagePath.replace('{id}', ':id'), { compress: false }, async (request, reply) => {
      const caller = await callerOf(request.headers['x-auth-token'])
      if (!caller) throw new CallError('NOT_SIGNED_IN')
      if (caller.twoFactorDue) throw new CallError('TWO_FACTOR_DUE')
      const parsed = idSchema.safeParse(request.params)
      const image = parsed.success ? await findFile(context.sql, caller, parsed.data.id, 'image/webp') : undefined
      if (!image) throw new CallError('NOT_FOUND')
      const content = await files.read(image)
      return reply.type(image.contentType).header('Content-Length', image.size).header('Cache-Control', 'private, no-store').send(content)
    })
  })
}
