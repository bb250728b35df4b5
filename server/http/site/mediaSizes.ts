import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { makeDirectory } from '../../db/embedded/dataDirectory.ts'
import type { FileStore, StoredFile, NamedAmong } from '../../files/fileStore.ts'

export const mediaFormats = ['avif', 'webp', 'jpeg'] as const
export type MediaFormat = (typeof mediaFormats)[number]

/** A resized picture on disk. */
export interface SizedPicture {
  path: string
  bytes: number
}

export interface MediaSizes {
  /** Returns a picture with at most this width in pixels, in a format. Made on first request, then stored. Null when it cannot be made now. */
  of(picture: StoredFile, width: number, format: MediaFormat): Promise<SizedPicture | null>
  /** Removes the sizes of pictures that no row refers to any more. */
  sweep(named: NamedAmong): Promise<void>
}

interface SizesOptions {
  dataDir: string
  log: Pick<Logger, 'warn'>
  files: Pick<FileStore, 'read'>
}

const folderName = 'media'
const program = fileURLToPath(new URL('./sizePicture.mjs', import.meta.url))
const run = promisify(execFile)
/** Maximum time per size, ms, and maximum number of waiting ones. */
const maxDurationMs = 30_000
const maxWaiting = 40
/** The process gets a small heap, few threads and nothing of the server's environment. */
const flags = ['--max-old-space-size=64', '--single-threaded']
const environment = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' }
const hashLength = 64

/**
 * Creates the store of resized published pictures, below a data directory: `media/<hash of the picture>-<width>.<format>`. Only one process may use
 * it.
 */
export function createMediaSizes({ dataDir, log, files }: SizesOptions): MediaSizes {
  const root = join(dataDir, folderName)
  const making = new Map<string, Promise<SizedPicture | null>>()
  let last: Promise<unknown> = Promise.resolve()

  const find = async (path: string): Promise<SizedPicture | null> => {
    const found = await stat(path).catch(() => null)
    return found !== null && found.size > 0 ? { path, bytes: found.size } : null
  }

  async function make(
    picture: StoredFile,
    path: string,
    width: number,
    format: MediaFormat,
  ): Promise<SizedPicture | null> {
    const [input, output] = [
      `${path}.${randomBytes(6).toString('hex')}.in`,
      `${path}.${randomBytes(6).toString('hex')}.out`,
    ]
    try {
      await makeDirectory(root)
      await writeFile(input, await files.read(picture), { mode: 0o600 })
      await run(process.execPath, [...flags, program, input, output, String(width), format], {
        timeout: maxDurationMs,
        killSignal: 'SIGKILL',
        env: environment,
      })
      // Renamed only when completely written.
      const file = await open(output, 'r+')
      try {
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(output, path)
      return await find(path)
    } catch (error) {
      log.warn({ err: error, picture: picture.hash, width, format }, 'a size of a picture could not be made')
      return null
    } finally {
      await Promise.all([input, output].map((name) => rm(name, { force: true }).catch(() => {})))
    }
  }

  return {
    async of(picture, width, format) {
      const path = join(root, `${picture.hash}-${width}.${format}`)
      const waited = making.get(path)
      if (waited) return waited
      const existing = await find(path)
      if (existing) return existing
      const other = making.get(path)
      if (other) return other
      if (making.size >= maxWaiting) return null
      // One at a time: there are few cores, and readings come first.
      const mine = last.then(() => make(picture, path, width, format))
      last = mine
      making.set(path, mine)
      try {
        return await mine
      } finally {
        making.delete(path)
      }
    },
    async sweep(named) {
      const names = await readdir(root).catch(() => [])
      const referencedHashes = await named([...new Set(names.map((name) => name.slice(0, hashLength)))])
      for (const name of names) {
        const isMade = [...making.keys()].some(
          (path) => path.endsWith(name) || name.startsWith(path.slice(root.length + 1)),
        )
        const isHalf = /\.(?:in|out)$/.test(name)
        if (!isMade && (isHalf || !referencedHashes.has(name.slice(0, hashLength))))
          await rm(join(root, name), { force: true })
      }
    },
  }
}
