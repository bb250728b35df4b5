import { openDatabase } from '../db/open/database.ts'
import { giveUpRoot } from '../db/embedded/giveUpRoot.ts'
import { readSettings, StartError } from '../settings.ts'
import { createLog } from './runCommand.ts'

/** Migrates the database as its owner (MIGRATION_DATABASE_URL), so that the server needs no access to that role. */
try {
  const settings = readSettings(process.env)
  await giveUpRoot(settings.DATA_DIR)
  const database = await openDatabase(settings, createLog(settings))
  await database.close()
  process.stdout.write('The database is in its newest shape.\n')
} catch (error) {
  process.stderr.write(`drover: ${error instanceof StartError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
