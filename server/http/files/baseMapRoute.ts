import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { baseMapPath } from '#contract/herd/baseMap.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { archivePath, isArchive } from '../../files/mapArchives.ts'
import { followBaseMap } from '../../resources/herd/maps/baseMaps.ts'
import { StartError } from '../../settings.ts'
import type { UploadGate } from './uploadGate.ts'

/** Maximum range, bytes. A tile or directory of the file is much smaller. */
const maxRangeBytes = 4 * 1024 * 1024

/**
 * Serves the base map's own file, a PMTiles archive, one range at a time, as its readers request it.
 * @throws StartError when the file of the settings is missing
 */
export async function addBaseMapRoute(server: FastifyInstance, context: Context, gate: UploadGate): Promise<void> {
  const { BASE_MAP_FILE, DATA_DIR } = context.settings
  if (BASE_MAP_FILE !== undefined) await requireArchive(archivePath(DATA_DIR, BASE_MAP_FILE))
  const inForce = await followBaseMap(context, ({ kind, fileName }) =>
    kind === 'FILE' && fileName !== null ? archivePath(DATA_DIR, fileName) : null,
  )
  server.get(baseMapPath, { compress: false }, async (request, reply) => {
    await gate.requireViewer(request)
    const path = await inForce()
    const found = path === null ? null : await stat(path).catch(() => null)
    if (path === null || found === null) throw new CallError('NOT_FOUND')
    const { size, mtimeMs } = found
    const range = readRange(request.headers.range, size)
    if (range === null) return reply.code(416).header('Content-Range', `bytes */${size}`).send()
    return reply
      .code(206)
      .type('application/octet-stream')
      .headers({
        'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
        'Content-Length': range.end - range.start + 1,
        // A reader with the directories of another version starts again.
        ETag: `"${size}-${Math.floor(mtimeMs)}"`,
        'Cache-Control': 'private, no-cache',
      })
      .send(createReadStream(path, range))
  })
}

/** Parses a single byte range, both ends included, cut at the end of the file. Null when it is missing, multiple or too large. */
export function readRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined) return null
  const [start, end] = [Number(from), Math.min(Number(to), size - 1)]
  return start <= end && end - start < maxRangeBytes ? { start, end } : null
}

/** @throws StartError when the file is missing or not a PMTiles archive */
export async function requireArchive(path: string): Promise<void> {
  const isOne = await isArchive(path).catch((error: unknown) => {
    throw new StartError(`BASE_MAP_FILE: ${path} can't be read`, { cause: error })
  })
  if (!isOne) throw new StartError(`BASE_MAP_FILE: ${path} is no PMTiles archive of version 3`)
}
