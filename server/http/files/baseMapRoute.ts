import { createReadStream } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { baseMapPath } from '#contract/herd/baseMap.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { StartError } from '../../settings.ts'
import type { UploadGate } from './uploadGate.ts'

/** Below the data directory: what the operator puts there. */
const mapsName = 'maps'
/** A tile or a directory of the file is far less. */
const mostBytes = 4 * 1024 * 1024

/**
 * Serves the base map's own file, a PMTiles archive: one range of it at a time, which is how it is read.
 * @throws StartError where the settings name a file that is not there
 */
export async function addBaseMapRoute(server: FastifyInstance, { settings }: Context, gate: UploadGate): Promise<void> {
  const { BASE_MAP_FILE: name, DATA_DIR: dataDir } = settings
  const path = name === undefined ? null : join(dataDir, mapsName, name)
  if (path !== null) await requireArchive(path)
  server.get(baseMapPath, { compress: false }, async (request, reply) => {
    await gate.requireViewer(request)
    if (path === null) throw new CallError('NOT_FOUND')
    const { size, mtimeMs } = await stat(path)
    const range = readRange(request.headers.range, size)
    if (range === null) return reply.code(416).header('Content-Range', `bytes */${size}`).send()
    return reply
      .code(206)
      .type('application/octet-stream')
      .headers({
        'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
        'Content-Length': range.end - range.start + 1,
        // A reader that holds the directories of another version begins anew.
        ETag: `"${size}-${Math.floor(mtimeMs)}"`,
        'Cache-Control': 'private, no-cache',
      })
      .send(createReadStream(path, range))
  })
}

/** One range of bytes, both ends included, as far as the file goes; null for none, several, and one that is too large. */
export function readRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined) return null
  const [start, end] = [Number(from), Math.min(Number(to), size - 1)]
  return start <= end && end - start < mostBytes ? { start, end } : null
}

/** @throws StartError for what is no PMTiles archive, or not there */
export async function requireArchive(path: string): Promise<void> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    if (buffer.toString('latin1', 0, 7) === 'PMTiles' && buffer[7] === 3) return
  } catch (error) {
    throw new StartError(`BASE_MAP_FILE: ${path} can't be read`, { cause: error })
  } finally {
    await file?.close()
  }
  throw new StartError(`BASE_MAP_FILE: ${path} is no PMTiles archive of version 3`)
}
