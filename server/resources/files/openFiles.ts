import type { Logger } from 'pino'
import type { Sql } from '../../db/connect.ts'
import { createFileStore, type FileStore } from '../../files/fileStore.ts'
import type { Settings } from '../../settings.ts'
import { moveFromDatabase } from './moveFromDatabase.ts'
import { sweepFiles } from './sweepFiles.ts'

const dayMs = 86_400_000

export interface Files {
  store: FileStore
  /** How many files of rows were not there when it was last looked. */
  readonly missing: number
  /** To be called each hour. @param now machine time, epoch ms */
  sweep(now: number): Promise<void>
}

/** Opens the files below the data directory, with those that earlier versions kept in the database. @throws StartError as `moveFromDatabase` */
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
