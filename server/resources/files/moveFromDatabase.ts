import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { CallError } from '../../callError.ts'
import type { Queries, Sql } from '../../db/connect.ts'
import { codeOf } from '../../errorCode.ts'
import type { FileStore } from '../../files/fileStore.ts'
import { withUpload } from '../../files/uploads.ts'
import { StartError } from '../../settings.ts'

const sliceBytes = 256 * 1024

/**
 * Moves pictures that earlier versions stored in the database to files, one by one. A row keeps its content until the file is on disk,
 * so that a crash loses nothing and the next start continues.
 * @throws StartError when the data directory is full or not writable
 */
export async function moveFromDatabase(
  sql: Sql,
  store: FileStore,
  { dataDir, log }: { dataDir: string; log: Pick<Logger, 'error' | 'warn'> },
): Promise<void> {
  for (;;) {
    const [row] = await sql<{ id: string; size: number }[]>`
      select id, octet_length(content) as size from files where content is not null order by id limit 1`
    if (!row) return
    const { id, size } = row
    const move = (path: string) =>
      store.store(
        path,
        (stored) =>
          sql`update files set hash = ${stored.hash}, size = ${stored.size}, content = null where id = ${id} and octet_length(content) = ${stored.size}`,
      )
    try {
      await withUpload(Readable.from(slicesOf(sql, id, size)), { dataDir, log, maxBytes: size }, move)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'UNAVAILABLE') throw error
      throw new StartError(
        `pictures can't be moved from the database to ${dataDir}/files: ${codeOf(error.cause) || String(error.cause)}`,
      )
    }
  }
}

async function* slicesOf(sql: Queries, id: string, size: number): AsyncGenerator<Buffer> {
  for (let from = 1; from <= size; from += sliceBytes) {
    const [row] = await sql<
      { slice: Buffer }[]
    >`select substring(content from ${from}::int for ${sliceBytes}::int) as slice from files where id = ${id}`
    if (row) yield row.slice
  }
}
