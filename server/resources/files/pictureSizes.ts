import type { Queries } from '../../db/connect.ts'
import type { StoredFile } from '../../files/fileStore.ts'

interface PictureSize {
  width: number
  height: number
}

/** Returns the sizes of pictures in pixels, by id; unknown ids are left out. */
export async function pictureSizes(sql: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, PictureSize>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<
    (PictureSize & { id: string })[]
  >`select id, width, height from files where id = any(${[...ids]}::uuid[]) and width is not null`
  return new Map(rows.map(({ id, width, height }) => [id, { width, height }]))
}

/** Finds a stored picture without an access check; undefined when it does not exist. */
export async function findPicture(sql: Queries, id: string): Promise<(StoredFile & PictureSize) | undefined> {
  const [row] = await sql<
    (StoredFile & PictureSize)[]
  >`select hash, size, width, height from files where id = ${id} and content_type = 'image/webp' and hash is not null`
  return row
}
