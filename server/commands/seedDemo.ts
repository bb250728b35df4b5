import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { machineNow, machineSpan, type Clock } from '../clock.ts'
import { connect } from '../db/connect.ts'
import type { Database } from '../db/open/database.ts'
import { freeMegabytes } from '../db/embedded/dataDirectory.ts'
import { setMarks } from '../db/marks.ts'
import { addDemoAccounts, addDemoProject } from '../demo/demoAccounts.ts'
import { addDemoDays } from '../demo/demoDays.ts'
import { addDemoLogs } from '../demo/demoLogs.ts'
import { cancelPendingEscalations } from '../resources/duty/planAlerts.ts'
import { sealWaiting } from '../resources/seals/seal.ts'
import { type Settings, StartError } from '../settings.ts'
import { driveClock } from './clockDriver.ts'
import { serve } from './serve.ts'

const dayMs = 24 * 60 * 60_000
/** Disk space per day of the demo, and the minimum free space while it is created, MB. */
const megabytesPerDay = 27
const minFreeMegabytes = 64
const checkIntervalMs = 500
const progressSteps = 10
/** Age in days of the one past day that stays open. */
const openDaysAgo = 4

interface SeedParts {
  settings: Settings
  database: Database
  clock: Clock
  log: Logger
  say: (text: string) => void
}

/**
 * Creates the demo through the product's own listeners, with its clock driven through the history, and prints the progress.
 * A crash means starting again, so commits do not wait for the disk, except for the final mark, which waits for all.
 * @throws StartError when the disk has too little space, at the start or later
 */
export async function seedDemo({ settings, database, clock, log, say }: SeedParts): Promise<void> {
  const days = settings.DEMO_DAYS
  const megabytes = days * megabytesPerDay
  if (settings.DATABASE_URL === undefined) await requireRoom(settings.DATA_DIR, megabytes)
  say(`Seeding the demo: 6 farms, 1,200 animals and ${days} days of history …`)
  const now = clock.now()
  const from = now - days * dayMs
  clock.hold(from)
  await setMarks(database.sql, { demo_begun: now })
  const sql = connect({ target: database.target, durable: false })
  const organisations = await addDemoAccounts(sql, from)
  const app = await serve({
    settings,
    sql,
    database: { target: database.target, durable: false },
    clock,
    log,
    isSeeding: true,
  })
  const driven = driveClock({
    script: 'demo.ts',
    args: ['--seed'],
    environment: { DROVER_URL: app.url, MQTT_URL: app.mqttUrl },
    clock,
    readsRecording: false,
    start: async () => ({ type: 'start', from, to: now, borrowerOrgIds: organisations.borrowers }),
    onMoved: progress(from, now, say),
  })
  const over = new AbortController()
  const ending = await Promise.race([driven, diskIsFull(settings.DATA_DIR, megabytes, over.signal)]).finally(() =>
    over.abort(),
  )
  if (ending?.type !== 'seeded') throw new StartError('the demo was not seeded')
  const projectId = await addDemoProject(sql, organisations, ending.farmIds, from)
  await app.stop()
  await addDemoDays(sql, { projectId, closedBy: organisations.pm, days: days - 1, openDaysAgo, now })
  // Seals everything before the logs as of yesterday, so that there is a sealed day to verify from the start.
  const context = { publicUrl: settings.PUBLIC_URL ?? app.url }
  await sealWaiting(sql, context, machineNow() - dayMs)
  await addDemoLogs(sql, { projectId, farmIds: ending.farmIds, authorId: organisations.pm, now })
  await sealWaiting(sql, context, machineNow())
  await cancelPendingEscalations(sql, now)
  await sql.end()
  await setMarks(database.sql, { demo_seeded: now })
  clock.release()
}

/** Returns a function that prints each tenth of the way from one instant to another. */
function progress(from: number, to: number, say: (text: string) => void): (at: number) => void {
  const since = machineSpan()
  let said = -1
  return (at) => {
    const step = Math.floor((progressSteps * (at - from)) / (to - from))
    if (step <= said) return
    said = step
    const seconds = Math.round((machineSpan() - since) / 1000)
    say(step === 0 ? `  records made (${seconds} s)` : `  ${(100 * step) / progressSteps} % (${seconds} s)`)
  }
}

async function requireRoom(dataDir: string, megabytes: number): Promise<void> {
  const free = await freeMegabytes(dataDir)
  if (free < megabytes)
    throw new StartError(
      `the demo needs ${megabytes} MB in ${dataDir}, and ${free} MB are free: make room, or start with DEMO=0`,
    )
}

/** Rejects when the disk is almost full; otherwise PostgreSQL would block everything. */
async function diskIsFull(dataDir: string, megabytes: number, over: AbortSignal): Promise<null> {
  while (!over.aborted) {
    const free = await freeMegabytes(dataDir)
    if (free < minFreeMegabytes)
      throw new StartError(
        `the disk filled up while the demo was made: ${free} MB are left in ${dataDir}, the demo needs ${megabytes} MB in all`,
      )
    await wait(checkIntervalMs)
  }
  return null
}
