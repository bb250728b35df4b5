import type { FastifyInstance } from 'fastify'
import {
  documentContentType,
  documentPath,
  documentUploadPath,
  fileNameHeader,
  maxDocumentBytes,
} from '#contract/calls/documents.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { isPdf } from '../../files/isPdf.ts'
import { insertFile } from '../../resources/files/files.ts'
import { documentName, attachmentAs } from './fileNames.ts'
import { addUploadAndDownload } from './fileRoutes.ts'
import type { UploadGate } from './uploadGate.ts'

/** Adds the routes of documents. They are stored unchanged and served as downloads, never displayed as a page of ours. */
export async function addDocumentRoutes(server: FastifyInstance, context: Context, gate: UploadGate): Promise<void> {
  await addUploadAndDownload(
    server,
    context,
    gate,
    {
      path: documentUploadPath,
      // Browsers derive the type from the file's name; here the content decides.
      contentTypes: '*',
      maxBytes: maxDocumentBytes,
      limit: 'document',
      refusal: 'NOT_A_DOCUMENT',
      admit: gate.requireCaller,
      async check(path) {
        if (!(await isPdf(path))) throw new CallError('NOT_A_DOCUMENT')
      },
      async store(path, origin, request) {
        const name = documentName(request.headers[fileNameHeader])
        const id = await context.files.store(path, (file) =>
          insertFile(context.sql, { ...file, ...origin, contentType: documentContentType, name, picture: null }),
        )
        return { id, name }
      },
    },
    {
      path: documentPath,
      contentType: documentContentType,
      admit: gate.requireCaller,
      send: (file) => ({ content: file, headers: { 'Content-Disposition': attachmentAs(file.name) } }),
    },
  )
}
