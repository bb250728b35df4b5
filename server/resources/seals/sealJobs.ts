import type { Logger } from 'pino'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/connect.ts'
import type { Jobs } from '../../jobs.ts'
import type { Metrics } from '../../metrics.ts'
import { sealWaiting } from './seal.ts'
import { type Verified, verifyLinks } from './verify.ts'

const sealMs = 60_000
const checkMs = 3_600_000

interface SealParts {
  context: Pick<Context, 'publicUrl' | 'clock'>
  sql: Sql
  log: Pick<Logger, 'error'>
  metrics: Pick<Metrics, 'gauge'>
}

/** Starts the jobs that seal the record each minute and check all of it each hour. */
export function startSealJobs(jobs: Jobs, { context, sql, log, metrics }: SealParts): void {
  let sealedAt = machineNow()
  let isBroken = false
  metrics.gauge(
    'drover_seal_lag_seconds',
    'Since when rows of the record may be unsealed.',
    () => Math.max(0, machineNow() - sealedAt) / 1000,
  )
  metrics.gauge(
    'drover_record_broken',
    '1: the last check of this process found a row that does not fit the sealed record.',
    () => Number(isBroken),
  )
  jobs.start({
    name: 'seal',
    intervalMs: sealMs,
    time: 'machine',
    runs: 'each',
    async run(now, isStopping) {
      const { publicUrl, clock } = context
      await sealWaiting(sql, { publicUrl, clock: clock.isReal() ? clock : undefined }, now, isStopping)
      if (!isStopping()) sealedAt = now
    },
  })
  jobs.start({
    name: 'check of the record',
    intervalMs: checkMs,
    time: 'machine',
    runs: 'once',
    async run(now, isStopping) {
      const { fault } = await checkRecord(sql, now, isStopping)
      isBroken = fault !== null
      if (fault) log.error(fault, 'a row does not fit the sealed record: see npm run audit:verify')
    },
  })
}

/** Checks the whole record as of one instant and stores the result. @param now machine time, epoch ms */
export async function checkRecord(sql: Sql, now: number, isStopping = () => false): Promise<Verified> {
  const checked: { verified?: Verified } = {}
  await sql.begin('isolation level repeatable read read only', async (transaction) => {
    checked.verified = await verifyLinks(transaction, {}, isStopping)
  })
  const { verified } = checked
  if (!verified) throw new Error('the check gave nothing')
  if (isStopping()) return verified
  await sql`
    insert into seal_checks (checked_at, is_whole, broken_day) values (${now}, ${verified.fault === null}, ${verified.fault?.day ?? null}::date)
    on conflict (is_newest) do update set checked_at = excluded.checked_at, is_whole = excluded.is_whole, broken_day = excluded.broken_day`
  return verified
}
