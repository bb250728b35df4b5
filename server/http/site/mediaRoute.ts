import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { mediaPath, mediaWidths } from '#contract/content/texts.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { isPublicImage } from '../../resources/content/published.ts'
import { findPicture } from '../../resources/files/pictureSizes.ts'
import type { PageCache } from './pageCache.ts'
import type { MediaFormat, MediaSizes } from './mediaSizes.ts'
import { siteHeaders } from './siteHeaders.ts'

const paramsSchema = z.object({ id: z.uuid() })

/** Returns the best format that a browser accepts; JPEG when it does not mention AVIF or WebP. */
export function formatFor(accept: string | undefined): MediaFormat {
  const accepted = (accept ?? '').toLowerCase()
  if (/image\/avif(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'avif'
  return /image\/webp(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'webp' : 'jpeg'
}

/** Returns the smallest available width that is at least the requested one, or the largest available. Null without a request. */
export function widthFor(asked: unknown): number | null {
  const requestedWidth = typeof asked === 'string' && /^\d{1,5}$/.test(asked) ? Number(asked) : 0
  if (requestedWidth <= 0) return null
  return mediaWidths.find((width) => width >= requestedWidth) ?? mediaWidths.at(-1) ?? null
}

/**
 * Adds the route of published pictures, in full size or by width. A picture that is no longer published is NOT_FOUND at once:
 * browsers cache pictures but revalidate each use. Unchanged pictures are confirmed from memory, without disk or database.
 */
export function addMediaRoute(
  server: FastifyInstance,
  { sql, files }: Pick<Context, 'sql' | 'files'>,
  { cache, sizes }: { cache: Pick<PageCache, 'shared'>; sizes: Pick<MediaSizes, 'of'> },
): void {
  const shown = async (id: string) => ((await isPublicImage(sql, id)) ? ((await findPicture(sql, id)) ?? null) : null)

  server.get<{ Querystring: { w?: unknown } }>(
    mediaPath.replace('{id}', ':id'),
    { compress: false },
    async (request, reply) => {
      const parsed = paramsSchema.safeParse(request.params)
      const found = parsed.success ? await cache.shared(`media ${parsed.data.id}`, () => shown(parsed.data.id)) : null
      if (found === null) throw new CallError('NOT_FOUND')
      const format = formatFor(request.headers.accept)
      const width = widthFor(request.query.w)
      const isOriginal = width === null && format !== 'jpeg'
      const etag = `"${found.hash.slice(0, 24)}-${isOriginal ? 'whole' : `${width ?? 'whole'}-${format}`}"`
      void reply.headers({
        ...siteHeaders,
        ETag: etag,
        'Cache-Control': 'public, no-cache',
        Vary: 'Accept',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      if ((request.headers['if-none-match'] ?? '').includes(etag)) return reply.code(304).send()
      const sized = isOriginal ? null : await sizes.of(found, width ?? found.width, format)
      if (sized !== null)
        return reply.type(`image/${format}`).header('Content-Length', sized.bytes).send(createReadStream(sized.path))
      // Sends the original until the size can be made.
      if (!isOriginal) void reply.header('Cache-Control', 'no-store').removeHeader('ETag')
      return reply
        .type('image/webp')
        .header('Content-Length', found.size)
        .send(await files.read(found))
    },
  )
}
