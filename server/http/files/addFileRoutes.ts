import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { addBaseMapRoute } from './baseMapRoute.ts'
import { addDocumentRoutes } from './documentRoutes.ts'
import { addImageRoutes } from './imageRoutes.ts'
import { addImportRoutes } from './importRoutes.ts'
import { createUploadGate } from './uploadGate.ts'

/** Adds the routes of pictures, documents and sheets, which share the limit on uploads, and of the base map's file. */
export async function addFileRoutes(server: FastifyInstance, context: Context): Promise<void> {
  const gate = createUploadGate(context)
  await addImageRoutes(server, context, gate)
  await addDocumentRoutes(server, context, gate)
  await addBaseMapRoute(server, context, gate)
  await addImportRoutes(server, context, gate)
}
