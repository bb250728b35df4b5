import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { containsDeviceId } from '../../records/page.ts'
import { visibleFarms } from '../visibility.ts'

/** Joins rejected readings `r` with their source. */
const sourceOfRejected = (sql: Queries): Fragment => sql`left join sources s on s.id = r.source_id`

/**
 * Whether the caller may see all farms that a source `s` may send for. It decides about data without a known farm.
 * Only the platform sees readings of other sources or without a source, because they may concern any tenant.
 */
export function isOwnSource(sql: Queries, caller: Caller): Fragment {
  if (caller.role === 'ADMIN_PLATFORM') return sql`true`
  const mayBeOf = sql`from farms f where f.deleted_at is null and s.id is not null and (s.farm_ids is null or f.id = any(s.farm_ids))`
  const own = visibleFarms(sql, caller)
  return sql`(exists (select ${mayBeOf} and f.id in (${own})) and not exists (select ${mayBeOf} and f.id not in (${own})))`
}

/** Whether a caller may see a rejected reading: one of their farms, or one without a farm from their own source. */
export function visibleRejected(sql: Queries, caller: Caller): Fragment {
  if (caller.role === 'ADMIN_PLATFORM') return sql`true`
  return sql`case when r.farm_id <> 0 then r.farm_id in (${visibleFarms(sql, caller)}) else ${isOwnSource(sql, caller)} end`
}

/** Columns of a rejected reading that both nouns of the quarantine share. */
export const quarantineColumns = {
  source: (sql: Queries) => sql`s.name`,
  gateway: 'gateway',
  farmId: (sql: Queries) => sql`nullif(r.farm_id, 0)`,
  farmName: (sql: Queries) => sql`(select f.name from farms f where f.id = r.farm_id)`,
  count: 'count',
  firstAt: 'first_at',
  lastAt: 'last_at',
  sample: 'sample',
} as const

/** The other shared parts of the description: table, filter and order. */
export const quarantined = {
  table: 'rejected_readings',
  joins: sourceOfRejected,
  filters: { deviceId: (sql: Queries, part: string) => containsDeviceId(sql, 'r.device_id', part) },
  sort: { field: 'lastAt', order: 'desc' },
} as const
