import { open } from 'node:fs/promises'

/** Distance from the end in which readers look for a PDF's end mark, bytes. */
const tailBytes = 1024

/** Returns whether a file's content is a PDF: it has a PDF's start and end. */
export async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (from: number, length: number) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from)
      return buffer.toString('latin1', 0, bytesRead)
    }
    if (!/^%PDF-[12]\.\d/.test(await read(0, 8))) return false
    return (await read(Math.max(0, size - tailBytes), tailBytes)).includes('%%EOF')
  } finally {
    await file.close()
  }
}
