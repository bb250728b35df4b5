import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file that was made for somebody: its name, where it is on the disk, and what it is. */
export interface MadeFile {
  /** Its name; inside a pack its place there, with slashes. */
  path: string
  /** Where it is on the disk. */
  on: string
  /** SHA-256, hex. */
  hash: string
  size: number
}

/** Writes a stream to a file, piece by piece, and says what it is. @param on a file that is not there yet */
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
  return { path, on, hash: hash.digest('hex'), size }
}

/** The same of a file that is there already. */
export async function noteMade(path: string, on: string): Promise<MadeFile> {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Buffer> = createReadStream(on)
  for await (const piece of pieces) hash.update(piece)
  const file = await open(on)
  try {
    return { path, on, hash: hash.digest('hex'), size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}
