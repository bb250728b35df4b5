import { resolve } from 'node:path'
import { pino } from 'pino'
import { machineNow } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'
import { giveUpRoot } from '../../db/embedded/giveUpRoot.ts'
import { openAlongsideServer } from '../../db/open/beside.ts'
import { createFileStore } from '../../files/fileStore.ts'
import { checkFiles } from '../../resources/seals/checkFiles.ts'
import { checkRecord } from '../../resources/seals/sealJobs.ts'
import type { Fault } from '../../resources/seals/verify.ts'
import { readSettings, type Settings, StartError } from '../../settings.ts'
import { verifyPack } from './verifyPack.ts'
import { isPdf, verifyReport } from './verifyReport.ts'

const whatIsWrong: Record<Fault['reason'], string> = {
  CHANGED: 'is not what was sealed',
  GONE: 'was deleted without a reason',
  CHAIN: 'has a link in the chain that was changed, taken out or put in',
  SEAL: 'has a root that is not the one of its rows',
  UNSEALED: 'was put in unnoted, or its link was taken away',
  BACKDATED: 'says that it was recorded long before it was written',
}

/** Verifies a file that was issued here: an evidence pack or a daily report. */
async function verifyFile(sql: Queries, path: string): Promise<string> {
  return (await isPdf(path)) ? verifyReport(sql, path) : verifyPack(sql, path)
}

/**
 * Verifies the whole sealed record, or a file. @param file path of a pack or report @throws StartError with the first row or file that does not match
 */
async function run(settings: Settings, file: string | undefined): Promise<void> {
  await giveUpRoot(settings.DATA_DIR)
  const log = pino({ level: settings.LOG_LEVEL })
  const database = await openAlongsideServer(settings, log)
  try {
    if (file !== undefined)
      return void process.stdout.write(
        `${await verifyFile(database.sql, resolve(process.env['INIT_CWD'] ?? '', file))}\n`,
      )
    const { links, erased, fault } = await checkRecord(database.sql, machineNow())
    if (fault)
      throw new StartError(
        `the record is broken: ${fault.source} ${fault.rowKey}${fault.day === null ? '' : ` (sealed on ${fault.day})`} ${whatIsWrong[fault.reason]}`,
      )
    const { files, fault: lost } = await checkFiles(database.sql, createFileStore({ dataDir: settings.DATA_DIR, log }))
    if (lost)
      throw new StartError(
        `the record is broken: the file ${lost.id} (sealed on ${lost.day}) ${lost.state === 'GONE' ? 'is not in' : 'was changed in'} ${settings.DATA_DIR}`,
      )
    const erasedTexts = [...erased].map(([reason, count]) => `, ${count} erased (${reason})`)
    process.stdout.write(
      `The record is whole: ${links} rows and ${files} ${files === 1 ? 'file' : 'files'} are as they were sealed${erasedTexts.join('')}.\n`,
    )
  } finally {
    await database.close()
  }
}

try {
  await run(readSettings(process.env), process.argv[2])
} catch (error) {
  process.stderr.write(`drover: ${error instanceof StartError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
