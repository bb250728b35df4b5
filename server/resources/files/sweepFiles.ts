import type { Logger } from 'pino'
import type { Sql } from '../../db/connect.ts'
import type { FileStore, KeptFile } from '../../files/fileStore.ts'
import { namedAmong } from './files.ts'

interface Swept {
  /** Files that no row named. */
  removed: number
  /** Files that rows name and that are not there, or not whole. */
  missing: number
}

const pageSize = 1000
const namedInLog = 10

/**
 * Removes the files written before an instant (epoch ms) that no row names: what a kill between a file and its row left. Looks
 * whether the files are there that rows name, and logs those that are not.
 */
export async function sweepFiles(sql: Sql, store: FileStore, log: Pick<Logger, 'error'>, before: number): Promise<Swept> {
  const removed = await store.sweep(before, namedAmong(sql))
  const missing: string[] = []
  let last = ''
  for (;;) {
    const page = await sql<KeptFile[]>`
      select hash, size from files where hash > ${last} union select thumbnail_hash, thumbnail_size from files where thumbnail_hash > ${last}
      order by hash limit ${pageSize}`
    for (const file of page) {
      // A row that was deleted meanwhile took its file with it.
      if (!(await store.has(file)) && (await namedAmong(sql)([file.hash])).has(file.hash)) missing.push(file.hash)
    }
    last = page.at(-1)?.hash ?? ''
    if (page.length < pageSize) break
  }
  if (missing.length > 0) log.error({ files: missing.slice(0, namedInLog), count: missing.length }, 'files are missing in the data directory: restore them from a backup')
  return { removed, missing: missing.length }
}
