import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { imageContentTypes, imagePath, imageUploadPath, maxImageBytes } from '#contract/calls/images.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { withUpload } from '../../files/uploads.ts'
import { createImageEncoder } from './imageEncoder.ts'
import { createUnreadBodyHook } from './unreadBody.ts'
import type { UploadGate } from './uploadGate.ts'
import { networkOf } from '../../rateLimiter.ts'
import { findFile, insertFile, trimUnclaimed } from '../../resources/files/files.ts'
import { CallError } from '../../callError.ts'

const idSchema = z.object({ id: z.uuid() })

/** Images are uploaded and served as they are, beside the table of calls. */
export async function addImageRoutes(server: FastifyInstance, context: Context, gate: UploadGate): Promise<void> {
  const { settings, log, files } = context
  const encoder = createImageEncoder({ log })
  server.addHook('onClose', async () => encoder.close())
  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser([...imageContentTypes], (_request, body, done) => done(null, body))

    // Open to everybody: a person who registers has no account yet.
    routes.post(imageUploadPath, {
      compress: false,
      onSend: createUnreadBodyHook(),
      onRequest: async (request, reply) => {
        context.auth.count('image', request.ip)
        gate.enter(request, reply, await gate.callerOf(request), maxImageBytes)
      },
      handler: async (request, reply) => {
        if (!(request.body instanceof Readable)) throw new CallError('NOT_AN_IMAGE')
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const id = await withUpload(request.body, { dataDir: settings.DATA_DIR, log, maxBytes: maxImageBytes }, async (path) => {
          gate.here(request)
          const caller = await gate.callerOf(request)
          const encoded = `${path}.webp`
          const { width, height } = await encoder.encode(path, encoded, gone.signal)
          const uploadedBy = caller?.userId ?? null
          const picture = { contentType: 'image/webp', width, height, name: null, uploadedBy, network: networkOf(request.ip), at: machineNow() } as const
          const made = await files.keep(encoded, (file) => insertFile(context.sql, { ...file, ...picture }))
          await trimUnclaimed(context.sql, files, uploadedBy).catch((error: unknown) => log.warn({ err: error }, 'files that nothing refers to are not bounded'))
          return made
        })
        return reply.header('Cache-Control', 'no-store').send({ success: true, data: { id } })
      },
    })

    routes.get(imagePath.replace('{id}', ':id'), { compress: false }, async (request, reply) => {
      const caller = await gate.requireViewer(request)
      const parsed = idSchema.safeParse(request.params)
      const image = parsed.success ? await findFile(context.sql, caller, parsed.data.id, 'image/webp') : undefined
      if (!image) throw new CallError('NOT_FOUND')
      const content = await files.read(image)
      return reply.type(image.contentType).header('Content-Length', image.size).header('Cache-Control', 'private, no-store').send(content)
    })
  })
}
