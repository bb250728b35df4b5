import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { fileNameHeader } from '#contract/calls/documents.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { exportContentTypes } from '#contract/calls/exports.ts'
import { importedNouns, importPath, importTemplatePath, maxImportBytes } from '#contract/calls/imports.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { xlsxWriter } from '../../exports/xlsx.ts'
import { withUpload } from '../../files/uploads.ts'
import { readLanguage } from '../../languages.ts'
import { templateOf } from '../../records/import/template.ts'
import { textPlaces } from '../../records/import/titles.ts'
import { herdImports } from '../../resources/herd/imports/herdImports.ts'
import { mayCall } from '../bind.ts'
import { sheetName } from './fileNames.ts'
import type { UploadGate } from './uploadGate.ts'

/** Adds the routes of spreadsheets: an upload, and an empty template. They are open to users who may add the noun's records. */
export async function addImportRoutes(server: FastifyInstance, context: Context, gate: UploadGate): Promise<void> {
  const { settings, log, imports } = context
  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    // Browsers derive the type from the file's name; here the content decides.
    routes.addContentTypeParser('*', (_request, body, done) => done(null, body))

    for (const noun of importedNouns) {
      const save = endpoints[noun].addOrEdit
      const requireCaller: UploadGate['requireCaller'] = async (request) => {
        const caller = await gate.requireCaller(request)
        if (!mayCall(save.access, caller)) throw new CallError('NOT_ALLOWED')
        return caller
      }

      routes.post(importPath(save), {
        compress: false,
        onRequest: async (request, reply) => {
          const caller = await requireCaller(request)
          context.auth.count('document', request.ip)
          gate.enter(request, reply, caller, maxImportBytes)
        },
        handler: async (request, reply) => {
          if (!(request.body instanceof Readable)) throw new CallError('BAD_SHAPE')
          const data = await withUpload(
            request.body,
            { dataDir: settings.DATA_DIR, log, maxBytes: maxImportBytes },
            async (path) => {
              gate.received(request)
              // The session may have ended during the upload: then nothing is imported.
              const caller = await requireCaller(request)
              const fileName = sheetName(request.headers[fileNameHeader])
              return imports.begin(caller, {
                noun,
                fileName,
                language: readLanguage(request.headers['accept-language']),
                path,
              })
            },
          )
          return reply.header('Cache-Control', 'no-store').send({ success: true, data })
        },
      })

      const imported = herdImports[noun]
      routes.get(importTemplatePath(save), { compress: false }, async (request, reply) => {
        const caller = await requireCaller(request)
        const language = readLanguage(request.headers['accept-language'])
        const writer = xlsxWriter({
          ...(await templateOf(context.sql, imported, caller, language)),
          textColumns: textPlaces(imported),
          total: 0,
          timeZone: 'UTC',
          signal: new AbortController().signal,
        })
        writer.end()
        return reply
          .type(exportContentTypes.xlsx)
          .headers({ 'Cache-Control': 'no-store', 'Content-Disposition': `attachment; filename="${noun}.xlsx"` })
          .send(await buffer(writer.stream))
      })
    }
  })
}
