import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** Folder below the data directory for the operator's maps. */
const mapsName = 'maps'

/** Returns the path of a base map's file. @param name a plain file name, see `archiveName` */
export function archivePath(dataDir: string, name: string): string {
  return join(dataDir, mapsName, name)
}

/**
 * Returns whether a file is a PMTiles archive of version 3.
 * @throws the file system's error when it cannot be read
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
