import { pino } from 'pino'
import { machineNow } from '../../clock.ts'
import { giveUpRoot } from '../../db/embedded/giveUpRoot.ts'
import { openBeside } from '../../db/open/beside.ts'
import { checkRecord } from '../../resources/seals/sealJobs.ts'
import type { Fault } from '../../resources/seals/verify.ts'
import { readSettings, type Settings, StartError } from '../../settings.ts'

const whatIsWrong: Record<Fault['reason'], string> = {
  CHANGED: 'is not what was sealed',
  GONE: 'was deleted without a reason',
  CHAIN: 'has a link in the chain that was changed, taken out or put in',
  SEAL: 'has a root that is not the one of its rows',
  UNSEALED: 'was put in unnoted, or its link was taken away',
}

/** Checks the whole sealed record. @throws StartError the first row that does not fit */
async function run(settings: Settings): Promise<void> {
  await giveUpRoot(settings.DATA_DIR)
  const database = await openBeside(settings, pino({ level: settings.LOG_LEVEL }))
  try {
    const { links, erased, fault } = await checkRecord(database.sql, machineNow())
    if (fault) throw new StartError(`the record is broken: ${fault.source} ${fault.rowKey}${fault.day === null ? '' : ` (sealed on ${fault.day})`} ${whatIsWrong[fault.reason]}`)
    const gone = [...erased].map(([reason, count]) => `, ${count} erased (${reason})`)
    process.stdout.write(`The record is whole: ${links} rows are as they were sealed${gone.join('')}.\n`)
  } finally {
    await database.close()
  }
}

try {
  await run(readSettings(process.env))
} catch (error) {
  process.stderr.write(`drover: ${error instanceof StartError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
