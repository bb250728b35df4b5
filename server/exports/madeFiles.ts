import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A generated file: name, location on disk, hash and size. */
export interface MadeFile {
  /** File name; inside a pack its path, with slashes. */
  path: string
  /** Path on disk. */
  diskPath: string
  /** SHA-256, hex. */
  hash: string
  size: number
}

/** Writes a stream to a new file and returns its facts. @param on path of the new file */
export async function writeMade(path: string, on: string, content: Readable): Promise<MadeFile> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    content,
    async function* (pieces: AsyncIterable<Buffer | string>) {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece)
        hash.update(bytes)
        size += bytes.length
        yield bytes
      }
    },
    createWriteStream(on, { flags: 'wx', mode: 0o600 }),
  )
  return { path, diskPath: on, hash: hash.digest('hex'), size }
}

/** Returns the facts of an existing file. */
export async function noteMade(path: string, on: string): Promise<MadeFile> {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Buffer> = createReadStream(on)
  for await (const piece of pieces) hash.update(piece)
  const file = await open(on)
  try {
    return { path, diskPath: on, hash: hash.digest('hex'), size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}
