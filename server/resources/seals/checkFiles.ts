import type { Queries } from '../../db/connect.ts'
import type { FileState, FileStore, StoredFile } from '../../files/fileStore.ts'
import { dayOf } from './chain.ts'

/** Rows read by one query. */
const chunk = 500

interface FilesChecked {
  files: number
  /** The first file that differs from its sealed row, and the UTC day of its seal. */
  fault: { id: string; day: string; state: Exclude<FileState, 'WHOLE'> } | null
}

/** Reads every file with a sealed row, oldest first, until one is missing or differs from its row's hash. Files of erased rows are skipped. */
export async function checkFiles(sql: Queries, store: Pick<FileStore, 'check'>): Promise<FilesChecked> {
  let files = 0
  let after = 0
  for (;;) {
    const rows = await sql<(StoredFile & { place: number; at: number; id: string })[]>`
      select e.place, e.sealed_at as at, f.id, f.hash, f.size from seal_entries e join files f on f.id = e.row_key::uuid
      where e.source = 'files' and e.place > ${after} and f.hash is not null order by e.place limit ${chunk}`
    for (const { place, at, id, ...file } of rows) {
      const state = await store.check(file)
      after = place
      // Rechecks the row, which the server may have deleted since the query.
      const [still] = state === 'WHOLE' ? [true] : await sql`select from files where id = ${id}`
      if (state !== 'WHOLE' && still !== undefined) return { files, fault: { id, day: dayOf(at), state } }
      files++
    }
    if (rows.length < chunk) return { files, fault: null }
  }
}
