import type { Logger } from 'pino'
import type { Sql } from '../../db/connect.ts'
import { createFileStore, type FileStore } from '../../files/fileStore.ts'
import type { Settings } from '../../settings.ts'
import { moveFromDatabase } from './moveFromDatabase.ts'
import { sweepFiles } from './sweepFiles.ts'

const dayMs = 86_400_000

export interface Files {
  store: FileStore
  /** Number of missing files at the last check. */
  readonly missing: number
  /** Removes unreferenced files and checks for missing ones; to call every hour. @param now machine time, epoch ms */
  sweep(now: number): Promise<void>
}

/**
 * Opens the file store in the data directory, moving pictures of earlier versions out of the database. @throws StartError as `moveFromDatabase` does
 */
export async function openFiles(sql: Sql, { DATA_DIR: dataDir }: Settings, log: Logger): Promise<Files> {
  const store = createFileStore({ dataDir, log })
  await moveFromDatabase(sql, store, { dataDir, log })
  let missing = 0
  return {
    store,
    get missing() {
      return missing
    },
    async sweep(now) {
      ;({ missing } = await sweepFiles(sql, store, log, now - dayMs))
    },
  }
}
