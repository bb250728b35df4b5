import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { imageContentTypes, imagePath, imageSizes, imageUploadPath, maxImageBytes } from '#contract/calls/images.ts'
import type { Context } from '../../context.ts'
import { insertFile } from '../../resources/files/files.ts'
import { addUploadAndDownload } from './fileRoutes.ts'
import { createImageEncoder } from './imageEncoder.ts'
import type { UploadGate } from './uploadGate.ts'

const querySchema = z.object({ size: z.enum(imageSizes).catch('whole') })

/** Images are uploaded and served as they are, beside the table of calls; a small one is made once, with the large one. */
export async function addImageRoutes(server: FastifyInstance, context: Context, gate: UploadGate): Promise<void> {
  const { files, log, sql } = context
  const encoder = createImageEncoder({ log })
  server.addHook('onClose', async () => encoder.close())
  await addUploadAndDownload(
    server, context, gate,
    {
      path: imageUploadPath,
      contentTypes: [...imageContentTypes],
      maxBytes: maxImageBytes,
      limit: 'image',
      refusal: 'NOT_AN_IMAGE',
      // Open to everybody: a person who registers has no account yet.
      admit: gate.callerOf,
      async keep(path, origin, _request, signal) {
        const [encoded, small] = [`${path}.webp`, `${path}.small.webp`]
        const { hasThumbnail, ...size } = await encoder.encode(path, encoded, small, signal)
        const noted = { ...origin, contentType: 'image/webp', name: null } as const
        // Both are on the disk before the row that names them.
        const id = await files.keep(encoded, (file) =>
          hasThumbnail
            ? files.keep(small, (thumbnail) => insertFile(sql, { ...file, ...noted, picture: { ...size, thumbnail } }))
            : insertFile(sql, { ...file, ...noted, picture: { ...size, thumbnail: null } }),
        )
        return { id }
      },
    },
    {
      path: imagePath,
      contentType: 'image/webp',
      admit: gate.requireViewer,
      send: (file, { query }) => ({ content: querySchema.parse(query).size === 'thumbnail' ? (file.thumbnail ?? file) : file }),
    },
  )
}
