import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { App } from '../app/app.ts'
import { machineNow, type Clock } from '../clock.ts'
import { connect, type Sql } from '../db/connect.ts'
import { type ClockMove, moveMachineTimes } from '../db/demoTimes.ts'
import type { Database } from '../db/open/database.ts'
import { freeMegabytes } from '../db/embedded/dataDirectory.ts'
import { setMarks } from '../db/marks.ts'
import { addDemoAccounts, addDemoProject, type DemoOrganisations } from '../demo/demoAccounts.ts'
import { addDemoDays } from '../demo/demoDays.ts'
import { addDemoLogs } from '../demo/demoLogs.ts'
import { type DemoProgress, showProgress } from '../demo/demoProgress.ts'
import { cancelPendingEscalations } from '../resources/duty/planAlerts.ts'
import { sealWaiting } from '../resources/seals/seal.ts'
import { platformDemoDays, type Settings, StartError } from '../settings.ts'
import { driveClock } from './clockDriver.ts'
import { serve } from './serve.ts'

const dayMs = 24 * 60 * 60_000
/** Disk space per day of the demo, and the minimum free space while it is created, MB. */
const megabytesPerDay = 27
const minFreeMegabytes = 64
const checkIntervalMs = 500
/** Age in days of the one past day that stays open. */
const openDaysAgo = 4

interface SeedParts {
  settings: Settings
  database: Database
  clock: Clock
  log: Logger
  /** Prints text as it is. */
  write: (text: string) => void
  isTerminal: boolean
}

/**
 * Creates the demo through the product's own listeners and calls, with its clock driven through the history, and prints the progress.
 * A crash means starting again, so commits do not wait for the disk, except for the final mark, which waits for all.
 * @throws StartError when the disk has too little space, at the start or later
 */
export async function seedDemo(parts: SeedParts): Promise<void> {
  const { settings, database, clock, log, write } = parts
  const isPlatform = settings.DEMO_KIND === 'platform'
  const days = isPlatform ? platformDemoDays : settings.DEMO_DAYS
  const megabytes = days * megabytesPerDay
  if (settings.DATABASE_URL === undefined) await requireRoom(settings.DATA_DIR, megabytes)
  const size = isPlatform ? '11 farms, 600 animals, 10 loans' : '6 farms, 1,200 animals'
  write(`Seeding the demo: ${size} and ${days} days of history …\n`)
  const progress = showProgress(write, parts.isTerminal)
  const now = clock.now()
  const from = now - days * dayMs
  clock.hold(from)
  await setMarks(database.sql, { demo_begun: now, ...(isPlatform && { demo_platform: now }) })
  const sql = connect({ target: database.target, durable: false })
  const organisations = await addDemoAccounts(sql, from, settings.DEMO_KIND)
  const app = await serve({
    settings,
    sql,
    database: { target: database.target, durable: false },
    clock,
    log,
    isSeeding: true,
    isDemo: true,
  })
  const context = { publicUrl: settings.PUBLIC_URL ?? app.url }
  const sealer = createSealer({ database, sql, context, from })
  const driven = driveClock({
    script: 'demo.ts',
    args: ['--seed'],
    environment: {
      DROVER_URL: app.url,
      MQTT_URL: app.mqttUrl,
      DEMO_KIND: settings.DEMO_KIND,
      OUTBOX_KEY: app.outboxKey ?? '',
    },
    clock,
    readsRecording: false,
    start: async () => ({ type: 'start', from, to: now, borrowerOrgIds: organisations.borrowers }),
    onMade: (animals, of) => progress.note('RECORDS', animals / of, ` ${animals} of ${of}`),
    async onMoved(at) {
      const day = Math.min(days, Math.floor((at - from) / dayMs) + 1)
      progress.note('HISTORY', (at - from) / (now - from), `, day ${day} of ${days}`)
      if (isPlatform) await sealer.moved(at)
    },
  })
  const over = new AbortController()
  const ending = await Promise.race([driven, diskIsFull(settings.DATA_DIR, megabytes, over.signal)]).finally(() =>
    over.abort(),
  )
  if (ending?.type !== 'seeded') throw new StartError('the demo was not seeded')
  progress.note('SEALING', 0)
  await (isPlatform
    ? app.stop().then(() => sealer.end())
    : addLoan({ sql, app, context, organisations, farmIds: ending.farmIds, from, now, days, progress }))
  await sealWaiting(sql, context, machineNow())
  await cancelPendingEscalations(sql, now)
  await sql.end()
  await setMarks(database.sql, { demo_seeded: now })
  clock.release()
  progress.end()
}

/** Seals each day of the history when it is over, so that every day has its root; before that it moves what people did into that day. */
function createSealer(parts: { database: Database; sql: Sql; context: { publicUrl: string }; from: number }) {
  const { database, sql, context, from } = parts
  const since = machineNow()
  let moves: ClockMove[] = [{ machineAt: since, herdAt: from }]
  let sealedDay = Math.floor(from / dayMs)
  const moveTimes = async () => {
    const owner = connect({ target: database.owner, connections: 1, name: 'drover-demo', durable: false })
    try {
      await owner.begin((transaction) => moveMachineTimes(transaction, moves, since))
    } finally {
      await owner.end({ timeout: 2 })
    }
    moves = moves.slice(-1)
  }
  return {
    async moved(herdAt: number) {
      moves.push({ machineAt: machineNow(), herdAt })
      if (Math.floor(herdAt / dayMs) === sealedDay) return
      sealedDay = Math.floor(herdAt / dayMs)
      await moveTimes()
      await sealWaiting(sql, context, herdAt)
    },
    end: moveTimes,
  }
}

interface LoanParts {
  sql: Sql
  app: App
  context: { publicUrl: string }
  organisations: DemoOrganisations & { pm: number }
  farmIds: number[]
  from: number
  now: number
  days: number
  progress: DemoProgress
}

/** Adds the only loan of the demo's herd, with its days and logs. */
async function addLoan({
  sql,
  app,
  context,
  organisations,
  farmIds,
  from,
  now,
  days,
  progress,
}: LoanParts): Promise<void> {
  const projectId = await addDemoProject(sql, organisations, farmIds, from)
  await app.stop()
  await addDemoDays(sql, { projectId, closedBy: organisations.pm, days: days - 1, openDaysAgo, now })
  progress.note('SEALING', 0.5)
  // Seals everything before the logs as of yesterday, so that there is a sealed day to verify from the start.
  await sealWaiting(sql, context, machineNow() - dayMs)
  await addDemoLogs(sql, { projectId, farmIds, authorId: organisations.pm, now })
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
