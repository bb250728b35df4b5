import { parseArgs } from 'node:util'
import type { App } from '../app/app.ts'
import { createClock } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import { openDatabase } from '../db/open/database.ts'
import { giveUpRoot } from '../db/embedded/giveUpRoot.ts'
import { addDemoAccounts, demoPassword, requirePrivate } from '../demo/demoAccounts.ts'
import { demoUsers } from '../demo/demoParties.ts'
import { countAlerts } from '../db/alerts.ts'
import { hasUsers } from '../resources/people/users.ts'
import { readSettings, StartError, urlOf } from '../settings.ts'
import { driveClock } from './clockDriver.ts'
import { createLog, runCommand } from './runCommand.ts'
import { serve } from './serve.ts'

/** Returns the totals of the recording, as one line for scripts. */
async function summary(
  sql: Sql,
  { readings, farmId }: { readings: number; farmId: number },
  { totals, alertsSettled }: App,
) {
  const stored = totals.get('stored') ?? 0
  const duplicate = totals.get('DUPLICATE') ?? 0
  const rejected = [...totals.values()].reduce((sum, count) => sum + count, 0) - stored - duplicate
  await alertsSettled()
  return { readings, stored, duplicate, rejected, farmId, alerts: await countAlerts(sql, farmId) }
}

/**
 * Runs the whole product on a recording's clock. The process that publishes the recording reads its options
 * (`--tracks`, `--fences`, `--columns`, …); only `--data` and `--exit` are read here.
 */
await runCommand(async (opened) => {
  const args = process.argv.slice(2)
  const { values } = parseArgs({
    args,
    strict: false,
    options: { data: { type: 'string' }, exit: { type: 'boolean' } },
  })
  const data = typeof values.data === 'string' ? values.data : './data/replay'
  const settings = readSettings({ ...process.env, DATA_DIR: data, DEMO: '0' })
  requirePrivate(settings)
  await giveUpRoot(settings.DATA_DIR)
  const log = createLog(settings)
  const database = await openDatabase(settings, log)
  opened(database.close)
  const { sql } = database
  const clock = createClock((error) => log.error({ error }, 'periodic work failed'))
  opened(clock.stop)

  const started = Promise.withResolvers<App>()
  const ending = await driveClock({
    script: 'replay.ts',
    args,
    environment: {
      DROVER_URL: urlOf('http', settings.HOST, settings.PORT),
      MQTT_URL: settings.MQTT_URL ?? urlOf('mqtt', settings.HOST, settings.MQTT_PORT),
    },
    clock,
    readsRecording: true,
    start: async (recording) => {
      const from = recording?.from ?? clock.now()
      clock.hold(from)
      if (!(await hasUsers(sql))) await addDemoAccounts(sql, from)
      const app = await serve({ settings, sql, database, clock, log })
      opened(app.stop)
      started.resolve(app)
      process.stdout.write(
        `Drover is replaying: ${app.url} (${demoUsers.herd.map(({ userName }) => userName).join(', ')} — ${demoPassword})\n`,
      )
      return { type: 'start', from, to: recording?.to ?? from, borrowerOrgIds: [] }
    },
  })
  if (ending.type !== 'replayed') throw new StartError('the recording was not replayed')
  process.stdout.write(`${JSON.stringify(await summary(sql, ending, await started.promise))}\n`)
  if (values.exit === true) return 'end'
  if (clock.speed() !== 1) clock.release(1)
  return 'stay'
})
