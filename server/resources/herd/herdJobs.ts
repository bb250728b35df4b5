import type { Logger } from 'pino'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/connect.ts'
import type { Herd } from '../../herd/herd.ts'
import type { Jobs } from '../../jobs.ts'
import type { Settings } from '../../settings.ts'
import { purgeOld } from '../../records/remove.ts'
import { animals } from './animals.ts'
import { batteryTrendsMs, drawBatteryTrends } from './battery/batteryTrends.ts'
import { sampleHeadcounts, sampleStepMinutes } from './headcountHistory.ts'
import { projectSampleMinutes, sampleProjects, thinSamples } from '../projects/headcount/projectSamples.ts'
import { dropExpired, retentionDays, retentionMs } from './hours/retention.ts'
import { rollUpHours, rollUpMs } from './hours/rollUp.ts'

/** Time limit of a roll-up, ms: it ends before the next one starts, possibly in another process. */
const rollUpWithinMs = rollUpMs / 2
/** Interval between battery trends while demo history is generated, ms of herd time. */
const seedingTrendsMs = 24 * 3_600_000

const hourMs = 3_600_000

interface HerdJobParts {
  context: Context
  sql: Sql
  herd: Herd
  settings: Settings
  log: Pick<Logger, 'info'>
  oldestWaitingAt: () => number | null
  /** True while demo history is generated; jobs that need it wait. */
  isSeeding: boolean
}

/** Starts the jobs that derive samples, trends and hourly rows from readings, drop old data and empty the recycle bin. */
export function startHerdJobs(
  jobs: Jobs,
  { context, sql, herd, settings, log, oldestWaitingAt, isSeeding }: HerdJobParts,
): void {
  jobs.start({
    name: 'headcount samples',
    intervalMs: sampleStepMinutes * 60_000,
    time: 'herd',
    runs: 'once',
    run: (now) => sampleHeadcounts(sql, herd, now),
  })
  jobs.start({
    name: 'project samples',
    intervalMs: projectSampleMinutes * 60_000,
    time: 'herd',
    runs: 'once',
    run: (now, isStopping) =>
      sampleProjects({ sql, herd: context.herd, countedHeads: context.countedHeads }, now, isStopping),
  })
  jobs.start({
    name: 'battery trends',
    intervalMs: isSeeding ? seedingTrendsMs : batteryTrendsMs,
    time: 'herd',
    runs: 'once',
    run: (now) => drawBatteryTrends(sql, now),
  })
  jobs.start({
    name: 'animal bin',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'once',
    run: (now) => purgeOld(context, animals, now),
  })
  if (isSeeding) return
  jobs.start({
    name: 'old project samples',
    intervalMs: hourMs,
    time: 'herd',
    runs: 'once',
    run: (now, isStopping) => thinSamples(sql, now, isStopping),
  })
  jobs.start({
    name: 'hours',
    intervalMs: rollUpMs,
    time: 'herd',
    runs: 'once',
    atStart: true,
    run: (now, isStopping) =>
      rollUpHours({
        sql,
        now,
        isStopping,
        oldestWaitingAt: oldestWaitingAt(),
        withinMs: rollUpWithinMs,
        retentionDays: retentionDays(settings).readings,
      }),
  })
  jobs.start({
    name: 'retention',
    intervalMs: retentionMs,
    time: 'herd',
    runs: 'once',
    run: (now) => dropExpired(sql, settings, now, log),
  })
}
