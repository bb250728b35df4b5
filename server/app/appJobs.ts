import type { Logger } from 'pino'
import { type AlertEngine, rulesPeriodMs } from '../alerts/engine.ts'
import type { Sessions } from '../auth/sessions.ts'
import { machineNow } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Sql } from '../db/connect.ts'
import { deleteExpired } from '../db/housekeeping.ts'
import { deleteOldRehearsals } from '../db/rehearsal/rehearsalRows.ts'
import { cutFutureBreaks } from '../db/listeningBreaks.ts'
import { type Checkpoints, checkpointIntervalMs } from '../herd/checkpoints.ts'
import { type ClockWatch, clockWatchMs } from '../herd/clock/clockWatch.ts'
import type { Herd } from '../herd/herd.ts'
import type { Listening } from '../herd/listening/listening.ts'
import { wallIntervalMs } from '../herd/walls/walls.ts'
import { type Health, probeIntervalMs } from '../http/health/health.ts'
import type { Pipeline } from '../ingest/pipeline.ts'
import { type Rejections, rejectionIntervalMs } from '../ingest/rejections/rejections.ts'
import type { MediaSizes } from '../http/site/mediaSizes.ts'
import type { Jobs } from '../jobs.ts'
import type { Metrics } from '../metrics.ts'
import type { Delivery } from '../notify/delivery.ts'
import { deleteOldImports } from '../records/import/importRows.ts'
import { lapseAlerts } from '../resources/alerts/alertLapses.ts'
import { startContentJobs } from '../resources/content/publishing.ts'
import { namedAmong } from '../resources/files/files.ts'
import type { Files } from '../resources/files/openFiles.ts'
import { type ReportedVersions, reportedVersionsMs } from '../resources/herd/devices/reportedVersions.ts'
import { startHerdJobs } from '../resources/herd/herdJobs.ts'
import { probeCameras, probeCamerasMs } from '../resources/projects/cameras/probeCameras.ts'
import { startDelivery, startDutyJobs } from '../resources/duty/dutyJobs.ts'
import { remindOfKeys } from '../resources/account/keyReminders.ts'
import { deleteOldNotices } from '../resources/office/notices.ts'
import { remindDeciders } from '../resources/office/tickets/ticketReminders.ts'
import { deleteExpiredRegistrations } from '../resources/registration/housekeeping.ts'
import { startSealJobs } from '../resources/seals/sealJobs.ts'
import type { Settings } from '../settings.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** While the demo's history is created, jobs run less often. Each state of its herd lasts at least nine minutes and is evaluated once. */
const seedingRulesPeriodMs = 9 * minuteMs
const seedingLapsesMs = hourMs
const seedingExpiryMs = 24 * hourMs

interface WorkingParts {
  context: Context
  settings: Settings
  log: Logger
  sql: Sql
  herd: Herd
  engine: AlertEngine
  pipeline: Pipeline
  listening: Listening
  checkpoints: Checkpoints
  rejections: Rejections
  reportedVersions: ReportedVersions
  clockWatch: ClockWatch
  health: Health
  /** Null without transports: messages stay in the outbox. */
  delivery: Delivery | null
  sessions: Sessions
  files: Files
  sizes: Pick<MediaSizes, 'sweep'>
  metrics: Metrics
  isSeeding: boolean
}

/** Starts the periodic jobs of the server's parts, except those that only one part knows of. */
export function startAppJobs(jobs: Jobs, parts: WorkingParts): void {
  const {
    context,
    settings,
    log,
    sql,
    herd,
    engine,
    pipeline,
    listening,
    checkpoints,
    rejections,
    reportedVersions,
    clockWatch,
    health,
    delivery,
    sessions,
    files,
    sizes,
    metrics,
    isSeeding,
  } = parts

  const rulesIntervalMs = isSeeding ? seedingRulesPeriodMs : rulesPeriodMs
  // Separate from the rules job and before it, because that one may wait for the database.
  jobs.start({
    name: 'listening',
    intervalMs: rulesIntervalMs,
    time: 'herd',
    runs: 'each',
    run: (now) => Promise.resolve(listening.check(now)),
  })
  const judge = async (now: number) => {
    if (herd.forgetFuture(now)) {
      pipeline.forgetNewest()
      await cutFutureBreaks(sql, now)
    }
    herd.walls.reportSpeed(now, context.clock.speed())
    await engine.tick(now)
  }
  jobs.start({ name: 'rules', intervalMs: rulesIntervalMs, time: 'herd', runs: 'each', run: (now) => judge(now) })
  jobs.start({
    name: 'alerts',
    intervalMs: isSeeding ? seedingLapsesMs : minuteMs,
    time: 'herd',
    runs: 'once',
    run: (now) => lapseAlerts(context, now),
  })
  startHerdJobs(jobs, {
    context,
    sql,
    herd,
    settings,
    log,
    isSeeding,
    oldestWaitingAt: () => pipeline.oldestWaitingAt(),
  })
  startDutyJobs(jobs, { context, sql, metrics, isSeeding })
  startContentJobs(jobs, context)
  // The demo's history is sealed once it is complete.
  if (!isSeeding) startSealJobs(jobs, { context, sql, log, metrics })
  jobs.start({
    name: 'checkpoint',
    intervalMs: checkpointIntervalMs,
    time: 'machine',
    runs: 'each',
    run: () => checkpoints.save(),
  })
  jobs.start({
    name: 'walls',
    intervalMs: wallIntervalMs,
    time: 'machine',
    runs: 'each',
    run: () => herd.walls.sync(sql),
  })
  jobs.start({
    name: 'rejected readings',
    intervalMs: rejectionIntervalMs,
    time: 'machine',
    runs: 'each',
    run: () => rejections.save(),
  })
  jobs.start({
    name: 'reported versions',
    intervalMs: reportedVersionsMs,
    time: 'machine',
    runs: 'each',
    run: () => reportedVersions.save(context),
  })
  jobs.start({ name: 'clock', intervalMs: clockWatchMs, time: 'machine', runs: 'each', run: () => clockWatch.look() })
  jobs.start({ name: 'health', intervalMs: probeIntervalMs, time: 'machine', runs: 'each', run: () => health.probe() })
  jobs.start({
    name: 'connections',
    intervalMs: probeIntervalMs,
    time: 'machine',
    runs: 'each',
    run: () => health.probeConnections(),
  })
  if (delivery) startDelivery(jobs, delivery)
  jobs.start({
    name: 'expired sessions',
    intervalMs: minuteMs,
    time: 'machine',
    runs: 'once',
    run: () => sessions.sweep(),
  })
  jobs.start({
    name: 'expired registrations',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'once',
    run: () => deleteExpiredRegistrations(sql, files.store, machineNow()),
  })
  // Runs in each process, because each has its own data directory.
  jobs.start({
    name: 'sizes of pictures',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'each',
    run: () => sizes.sweep(namedAmong(sql)),
  })
  jobs.start({ name: 'files', intervalMs: hourMs, time: 'machine', runs: 'each', run: (now) => files.sweep(now) })
  jobs.start({
    name: 'cameras',
    intervalMs: probeCamerasMs,
    time: 'machine',
    runs: 'once',
    atStart: true,
    run: (now, isStopping) => probeCameras(context, now, isStopping),
  })
  jobs.start({
    name: 'old imports',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'once',
    run: (now) => deleteOldImports(sql, now),
  })
  jobs.start({
    name: 'old rehearsals',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'once',
    run: (now) => deleteOldRehearsals(sql, now),
  })
  jobs.start({
    name: 'old notices',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'once',
    run: () => deleteOldNotices(sql, machineNow()),
  })
  jobs.start({
    name: 'key reminders',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'once',
    run: () => remindOfKeys(context, machineNow()),
  })
  jobs.start({
    name: 'ticket reminders',
    intervalMs: 5 * minuteMs,
    time: 'machine',
    runs: 'once',
    run: () => remindDeciders(context, machineNow()),
  })
  jobs.start({
    name: 'expired counts',
    intervalMs: isSeeding ? seedingExpiryMs : hourMs,
    time: 'herd',
    runs: 'once',
    run: (now) => deleteExpired(sql, now),
  })
}
