import type { Queries } from '../../db/connect.ts'
import type { Herd } from '../../herd/herd.ts'
import type { Jobs } from '../../jobs.ts'
import { batteryTrendsMs, drawBatteryTrends } from './battery/batteryTrends.ts'
import { sampleHeadcounts, sampleStepMinutes } from './headcountHistory.ts'

/** Starts what keeps of the readings what charts and outlooks are drawn from. */
export function startHerdJobs(jobs: Jobs, { sql, herd }: { sql: Queries; herd: Herd }): void {
  jobs.start({ name: 'headcount samples', everyMs: sampleStepMinutes * 60_000, time: 'herd', runs: 'each', run: (now) => sampleHeadcounts(sql, herd, now) })
  jobs.start({ name: 'battery trends', everyMs: batteryTrendsMs, time: 'herd', runs: 'once', run: (now) => drawBatteryTrends(sql, now) })
}
