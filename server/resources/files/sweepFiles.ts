import type { Logger } from 'pino'
import type { Sql } from '../../db/connect.ts'
import type { FileStore, StoredFile } from '../../files/fileStore.ts'
import { namedAmong } from './files.ts'

interface Swept {
  /** Files on disk without a row. */
  removed: number
  /** Rows whose file is missing or incomplete. */
  missing: number
}

const pageSize = 1000
const maxLogged = 10

/**
 * Removes files written before an instant (epoch ms) that no row refers to, which a crash may leave behind. Checks that the files of all
 * rows exist and logs missing ones.
 */
export async function sweepFiles(
  sql: Sql,
  store: FileStore,
  log: Pick<Logger, 'error'>,
  before: number,
): Promise<Swept> {
  const removed = await store.sweep(before, namedAmong(sql))
  const missing: string[] = []
  let last = ''
  for (;;) {
    const page = await sql<StoredFile[]>`
      select hash, size from files where hash > ${last} union select thumbnail_hash, thumbnail_size from files where thumbnail_hash > ${last}
      order by hash limit ${pageSize}`
    for (const file of page) {
      // Skips a file whose row was deleted during the check.
      if (!(await store.has(file)) && (await namedAmong(sql)([file.hash])).has(file.hash)) missing.push(file.hash)
    }
    last = page.at(-1)?.hash ?? ''
    if (page.length < pageSize) break
  }
  if (missing.length > 0)
    log.error(
      { files: missing.slice(0, maxLogged), count: missing.length },
      'files are missing in the data directory: restore them from a backup',
    )
  return { removed, missing: missing.length }
}
