import type { Logger } from 'pino'
import { createClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { connect } from '../db/connect.ts'
import { openDatabase } from '../db/database.ts'
import type { Database } from '../db/database.ts'
import { readMarks, setMarks } from '../db/marks.ts'
import { hasUsers } from '../resources/people/users.ts'
import { addDemoAccounts, addDemoProject, demoPassword, demoSource, demoUserNames, networkSettings, requirePrivate } from '../demo/demoAccounts.ts'
import { keepsMessages } from '../resources/office/outbox.ts'
import { readSettings, StartError } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { driveClock, startChild } from './clockDriver.ts'
import { runCommand } from './runCommand.ts'
import { createLog, serve } from './serve.ts'

/** How far back the demo's history goes. */
const historyMs = 30 * 24 * 60 * 60_000

const say = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Makes the demo by the product's own doors, its clock driven through the history. A crash in the middle means doing it
 * all again, so its commits need not wait for the disk; the mark that it is done waits for all of them.
 */
async function seedDemo({ settings, database, clock, log }: { settings: Settings; database: Database; clock: Clock; log: Logger }): Promise<void> {
  say('Seeding the demo: 6 farms, 1,200 animals and 30 days of history …')
  const now = clock.now()
  const from = now - historyMs
  clock.hold(from)
  await setMarks(database.sql, { demo_begun: now })
  const sql = connect({ target: database.target, durable: false })
  const organisations = await addDemoAccounts(sql, from)
  const app = await serve({ settings, sql, database: { target: database.target, durable: false }, clock, log, isSeeding: true })
  const ending = await driveClock({
    script: 'demo.ts',
    args: ['--seed'],
    environment: { DROVER_URL: app.url, MQTT_URL: app.mqttUrl },
    clock,
    readsRecording: false,
    start: async () => ({ type: 'start', from, to: now, borrowerOrgIds: organisations.borrowers }),
  })
  if (ending.type !== 'seeded') throw new StartError('the demo was not seeded')
  await addDemoProject(sql, organisations, ending.farmIds, from)
  await app.stop()
  await sql.end()
  await setMarks(database.sql, { demo_seeded: now })
  clock.release()
}

await runCommand(async (opened) => {
  const settings = readSettings(process.env)
  const log = createLog(settings)
  const database = await openDatabase(settings, log)
  opened(database.close)
  const { sql } = database
  const clock = createClock((error) => log.error({ error }, 'periodic work failed'))
  opened(clock.stop)

  let marks = await readMarks(sql)
  // It began in a database without users, and was never said to be ready: what is there is the demo's.
  const wasInterrupted = marks.demo_begun !== undefined && marks.demo_seeded === undefined
  const isDemo = settings.DEMO === '1' || (settings.DEMO === undefined && (database.isNew || wasInterrupted) && networkSettings(settings).length === 0)
  if (isDemo) requirePrivate(settings)
  if (wasInterrupted) {
    if (!isDemo || database.startOver === null) {
      const place = database.startOver === null ? 'empty the database' : `delete ${settings.DATA_DIR}`
      throw new StartError(`the demo was interrupted while it was made: ${place} and start again`)
    }
    say('The demo was interrupted while it was made; it is made anew.')
    await database.startOver()
    marks = await readMarks(sql)
  }
  const isSeeding = isDemo && marks.demo_seeded === undefined
  if (isSeeding && (await hasUsers(sql))) throw new StartError('DEMO: this database is in use; the demo needs a new one')
  if (isSeeding) await seedDemo({ settings, database, clock, log })
  const app = await serve({ settings, sql, database, clock, log })
  opened(app.stop)
  const isLive = isSeeding || (marks.demo_seeded !== undefined && settings.DEMO !== '0')
  if (isLive) {
    const herd = startChild('demo.ts', ['--live'], { DROVER_URL: app.url, MQTT_URL: app.mqttUrl })
    opened(() => herd.kill())
  }
  say(`\nDrover is ready: ${app.url}`)
  if (isLive) {
    say(`  accounts  ${demoUserNames.join(', ')} — password ${demoPassword}`)
    if (keepsMessages(settings)) say(`  outbox    ${app.url}/outbox — the mails and SMS that nobody carries`)
    say(`  readings  ${app.mqttUrl} or ${app.url}/ingest/json — source ${demoSource}, secret ${demoPassword}`)
  } else if (!(await hasUsers(sql))) say('  No one can sign in yet: stop it, make an administrator with `npm run admin`, and start it again.')
  say('  Ctrl-C stops it.')
  return 'stay'
})
