import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { StoredFile } from '../../files/fileStore.ts'
import { withUpload } from '../../files/uploads.ts'
import { networkOf } from '../../rateLimiter.ts'
import { type FileType, findFile, type FoundFile, trimUnclaimed } from '../../resources/files/files.ts'
import type { UploadGate } from './uploadGate.ts'

const idSchema = z.object({ id: z.uuid() })

/** The sender of a file, with time and network, as stored. */
export interface Origin {
  uploadedBy: number | null
  network: string
  at: number
}

interface UploadRoute<T extends object> {
  path: string
  contentTypes: string | string[]
  maxBytes: number
  limit: 'image' | 'document'
  refusal: 'NOT_AN_IMAGE' | 'NOT_A_DOCUMENT'
  /** Authorises a sender. @throws CallError */
  admit: (request: FastifyRequest) => Promise<Caller | null>
  /** Checks the received file. @throws CallError */
  check?: (path: string) => Promise<void>
  /** Stores the received file while the client waits. @returns the answer */
  store: (path: string, origin: Origin, request: FastifyRequest, signal: AbortSignal) => Promise<T>
}

interface Sent {
  content: StoredFile
  headers?: Record<string, string>
}

interface DownloadRoute {
  path: string
  contentType: FileType
  /** Authorises a reader. @throws CallError */
  admit: (request: FastifyRequest) => Promise<Caller>
  /** Returns the content and headers to send. */
  send: (file: FoundFile, request: FastifyRequest) => Sent | Promise<Sent>
}

/** Adds the upload and download routes of one type of file. A file can be read by those who may see the record that it belongs to. */
export async function addUploadAndDownload<T extends object>(
  server: FastifyInstance,
  context: Context,
  gate: UploadGate,
  upload: UploadRoute<T>,
  download: DownloadRoute,
): Promise<void> {
  const { settings, log, files, sql } = context
  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(upload.contentTypes, (_request, body, done) => done(null, body))

    routes.post(upload.path, {
      compress: false,
      onRequest: async (request, reply) => {
        context.auth.count(upload.limit, request.ip)
        gate.enter(request, reply, await upload.admit(request), upload.maxBytes)
      },
      handler: async (request, reply) => {
        if (!(request.body instanceof Readable)) throw new CallError(upload.refusal)
        const clientClosed = new AbortController()
        reply.raw.once('close', () => clientClosed.abort())
        const data = await withUpload(
          request.body,
          { dataDir: settings.DATA_DIR, log, maxBytes: upload.maxBytes },
          async (path) => {
            gate.received(request)
            await upload.check?.(path)
            // The sender's session may have ended during the upload: then the file is discarded.
            const uploadedBy = (await upload.admit(request))?.userId ?? null
            const made = await upload.store(
              path,
              { uploadedBy, network: networkOf(request.ip), at: machineNow() },
              request,
              clientClosed.signal,
            )
            await trimUnclaimed(sql, files, uploadedBy).catch((error: unknown) =>
              log.warn({ err: error }, 'files that nothing refers to are not bounded'),
            )
            return made
          },
        )
        return reply.header('Cache-Control', 'no-store').send({ success: true, data })
      },
    })

    routes.get(download.path.replace('{id}', ':id'), { compress: false }, async (request, reply) => {
      const caller = await download.admit(request)
      const parsed = idSchema.safeParse(request.params)
      const file = parsed.success ? await findFile(sql, caller, parsed.data.id, download.contentType) : undefined
      if (!file) throw new CallError('NOT_FOUND')
      const { content, headers = {} } = await download.send(file, request)
      const stream = await files.read(content)
      return reply
        .type(file.contentType)
        .headers({ ...headers, 'Content-Length': content.size, 'Cache-Control': 'private, no-store' })
        .send(stream)
    })
  })
}
