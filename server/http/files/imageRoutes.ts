import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { imageContentTypes, imagePath, imageSizes, imageUploadPath, maxImageBytes } from '#contract/calls/images.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import type { StoredFile } from '../../files/fileStore.ts'
import { withUpload } from '../../files/uploads.ts'
import { type FoundFile, insertFile, saveThumbnail } from '../../resources/files/files.ts'
import { addUploadAndDownload } from './fileRoutes.ts'
import { createImageEncoder, type ImageEncoder } from './imageEncoder.ts'
import type { UploadGate } from './uploadGate.ts'

const querySchema = z.object({ size: z.enum(imageSizes).catch('whole') })

/** Adds the routes of images, which are outside the endpoint table. A thumbnail is made with the upload, or on first request for older pictures. */
export async function addImageRoutes(server: FastifyInstance, context: Context, gate: UploadGate): Promise<void> {
  const { files, log, sql } = context
  const encoder = createImageEncoder({ log })
  server.addHook('onClose', async () => encoder.close())
  const thumbnails = createThumbnails(context, encoder)
  await addUploadAndDownload(
    server,
    context,
    gate,
    {
      path: imageUploadPath,
      contentTypes: [...imageContentTypes],
      maxBytes: maxImageBytes,
      limit: 'image',
      refusal: 'NOT_AN_IMAGE',
      // Open to everybody: a person who registers has no account yet.
      admit: gate.callerOf,
      async store(path, origin, _request, signal) {
        const [encoded, small] = [`${path}.webp`, `${path}.small.webp`]
        const { hasThumbnail, ...size } = await encoder.encode(path, encoded, small, signal)
        const noted = { ...origin, contentType: 'image/webp', name: null } as const
        // Both files are on disk before the row that names them.
        const id = await files.store(encoded, (file) =>
          hasThumbnail
            ? files.store(small, (thumbnail) => insertFile(sql, { ...file, ...noted, picture: { ...size, thumbnail } }))
            : insertFile(sql, { ...file, ...noted, picture: { ...size, thumbnail: null } }),
        )
        return { id }
      },
    },
    {
      path: imagePath,
      contentType: 'image/webp',
      admit: gate.requireViewer,
      send: async (file, { query }) => ({
        content: querySchema.parse(query).size === 'thumbnail' ? await thumbnails.of(file) : file,
      }),
    },
  )
}

/** Pictures up to this size in pixels are their own thumbnail, as in `encodeImages.mjs`. */
const thumbnailPixels = 320

/** Refusals caused by the picture itself. */
const refusals: ReadonlySet<string> = new Set(['NOT_AN_IMAGE', 'TOO_LARGE'])

/** Creates the source of thumbnails. Pictures uploaded before thumbnails existed get theirs on first request. */
function createThumbnails(
  { settings, log, files, sql }: Pick<Context, 'settings' | 'log' | 'files' | 'sql'>,
  encoder: ImageEncoder,
) {
  /** Thumbnails in progress, and pictures that cannot have one: those are served in full size. */
  const pending = new Map<string, Promise<StoredFile>>()

  const make = async ({ id, ...file }: FoundFile): Promise<StoredFile> => {
    try {
      return await withUpload(
        await files.read(file),
        { dataDir: settings.DATA_DIR, log, maxBytes: file.size },
        async (path) => {
          const small = `${path}.small.webp`
          const { hasThumbnail } = await encoder.encode(path, `${path}.webp`, small, new AbortController().signal)
          if (!hasThumbnail) return file
          const thumbnail = await files.store(small, async (kept) => {
            await saveThumbnail(sql, id, kept)
            return kept
          })
          pending.delete(id)
          return thumbnail
        },
      )
    } catch (error) {
      // A later request may succeed.
      if (!(error instanceof CallError && refusals.has(error.code))) pending.delete(id)
      log.warn({ err: error, file: id }, 'a picture has no small one, and none can be made')
      return file
    }
  }

  return {
    /** Returns the thumbnail of a picture. */
    async of(file: FoundFile): Promise<StoredFile> {
      if (file.thumbnail) return file.thumbnail
      if (file.longestSide === null || file.longestSide <= thumbnailPixels) return file
      const making = pending.get(file.id) ?? make(file)
      pending.set(file.id, making)
      return making
    },
  }
}
