import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { documentContentType, documentPath, documentUploadPath, fileNameHeader, maxDocumentBytes } from '#contract/calls/documents.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { isPdf } from '../../files/isPdf.ts'
import { withUpload } from '../../files/uploads.ts'
import { networkOf } from '../../rateLimiter.ts'
import { findFile, insertFile, trimUnclaimed } from '../../resources/files/files.ts'
import { documentName, keepAs } from './fileNames.ts'
import { createUnreadBodyHook } from './unreadBody.ts'
import type { UploadGate } from './uploadGate.ts'

const idSchema = z.object({ id: z.uuid() })

/** Documents are kept as they are and served to be kept, never to be shown as a page of ours. */
export async function addDocumentRoutes(server: FastifyInstance, context: Context, gate: UploadGate): Promise<void> {
  const { settings, log, files } = context
  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    // What the browser calls it goes by the file's name: its content decides.
    routes.addContentTypeParser('*', (_request, body, done) => done(null, body))

    routes.post(documentUploadPath, {
      compress: false,
      onSend: createUnreadBodyHook(),
      onRequest: async (request, reply) => {
        context.auth.count('document', request.ip)
        gate.enter(request, reply, await gate.requireCaller(request), maxDocumentBytes)
      },
      handler: async (request, reply) => {
        if (!(request.body instanceof Readable)) throw new CallError('NOT_A_DOCUMENT')
        const name = documentName(request.headers[fileNameHeader])
        const id = await withUpload(request.body, { dataDir: settings.DATA_DIR, log, maxBytes: maxDocumentBytes }, async (path) => {
          gate.here(request)
          if (!(await isPdf(path))) throw new CallError('NOT_A_DOCUMENT')
          // Whose session ended meanwhile keeps nothing.
          const { userId } = await gate.requireCaller(request)
          const document = { contentType: documentContentType, width: null, height: null, name, uploadedBy: userId, network: networkOf(request.ip), at: machineNow() } as const
          const made = await files.keep(path, (file) => insertFile(context.sql, { ...file, ...document }))
          await trimUnclaimed(context.sql, files, userId).catch((error: unknown) => log.warn({ err: error }, 'files that nothing refers to are not bounded'))
          return made
        })
        return reply.header('Cache-Control', 'no-store').send({ success: true, data: { id, name } })
      },
    })

    routes.get(documentPath.replace('{id}', ':id'), { compress: false }, async (request, reply) => {
      const caller = await gate.requireCaller(request)
      const parsed = idSchema.safeParse(request.params)
      const document = parsed.success ? await findFile(context.sql, caller, parsed.data.id, documentContentType) : undefined
      if (!document) throw new CallError('NOT_FOUND')
      const content = await files.read(document)
      return reply
        .type(document.contentType)
        .headers({ 'Content-Length': document.size, 'Content-Disposition': keepAs(document.name), 'Cache-Control': 'private, no-store' })
        .send(content)
    })
  })
}
