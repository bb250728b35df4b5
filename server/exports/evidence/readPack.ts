import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInflateRaw } from 'node:zlib'

/** A file in a ZIP: its path, and a function that streams its content. */
export interface PackEntry {
  path: string
  content(): Readable
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const maxEndBytes = 65_557
/** Maximum files; a pack has about a dozen. */
const maxEntries = 1000

/** Lists the files of a ZIP from its directory. @throws Error for a broken or unsupported ZIP */
export async function readEntries(path: string): Promise<PackEntry[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytesAt = async (from: number, length: number) => {
      const bytes = Buffer.alloc(length)
      if (from < 0 || (await file.read(bytes, 0, length, from)).bytesRead !== length)
        throw new Error('it is no ZIP, or not a whole one')
      return bytes
    }
    const tailLength = Math.min(size, maxEndBytes)
    const tail = await bytesAt(size - tailLength, tailLength)
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (end < 0 || tail.readUInt32LE(end) !== endMark || end + 22 > tail.length)
      throw new Error('it is no ZIP, or not a whole one')
    const count = tail.readUInt16LE(end + 10)
    if (count > maxEntries) throw new Error('it has more files than a pack has')
    const directory = await bytesAt(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
    const entries: PackEntry[] = []
    for (let at = 0, entry = 0; entry < count; entry++) {
      if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryMark)
        throw new Error('its directory is broken')
      const [method, length, nameLength, extraLength, commentLength, from] = [
        directory.readUInt16LE(at + 10),
        directory.readUInt32LE(at + 20),
        directory.readUInt16LE(at + 28),
        directory.readUInt16LE(at + 30),
        directory.readUInt16LE(at + 32),
        directory.readUInt32LE(at + 42),
      ]
      const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
      const local = await bytesAt(from, 30)
      if (local.readUInt32LE(0) !== localMark || (method !== 0 && method !== 8))
        throw new Error(`${name} can't be read`)
      const start = from + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
      entries.push({ path: name, content: () => contentOf(path, start, length, method === 8) })
      at += 46 + nameLength + extraLength + commentLength
    }
    return entries
  } finally {
    await file.close()
  }
}

function contentOf(path: string, start: number, length: number, isDeflated: boolean): Readable {
  if (length === 0) return Readable.from([])
  const packed = createReadStream(path, { start, end: start + length - 1 })
  if (!isDeflated) return packed
  const content = createInflateRaw()
  packed.once('error', (error) => content.destroy(error))
  return packed.pipe(content)
}

/** Returns the SHA-256 of a stream, hex. */
export async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of content as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest('hex')
}

/** Reads a stream as text. @throws RangeError when it is longer than `most` bytes */
export async function textOf(content: Readable, most: number): Promise<string> {
  let size = 0
  content.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > most) content.destroy(new RangeError('it is too long'))
  })
  return (await buffer(content)).toString('utf8')
}
