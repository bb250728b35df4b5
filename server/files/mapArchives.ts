import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** Below the data directory: what the operator puts there. */
const mapsName = 'maps'

/** Where a base map's file is. @param name a file's name alone, see `archiveName` */
export function archivePath(dataDir: string, name: string): string {
  return join(dataDir, mapsName, name)
}

/**
 * Whether a file is a PMTiles archive of version 3.
 * @throws what the file system says where it can't be read
 */
export async function isArchive(path: string): Promise<boolean> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.toString('latin1', 0, 7) === 'PMTiles' && buffer[7] === 3
  } finally {
    await file?.close()
  }
}
