import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { containsDeviceId } from '../../records/page.ts'
import { visibleFarms } from '../visibility.ts'

/** Joined to `r`, rejected readings: the source that sent them. */
const sourceOfRejected = (sql: Queries): Fragment => sql`left join sources s on s.id = r.source_id`

/**
 * A condition on `s`, the source of something that no farm can be told of: every farm that it may speak for is the caller's.
 * A reading of another source, or of none, is the platform's alone, since it may be of anybody.
 */
export function isOwnSource(sql: Queries, caller: Caller): Fragment {
  if (caller.role === 'ADMIN_PLATFORM') return sql`true`
  const mayBeOf = sql`from farms f where f.deleted_at is null and s.id is not null and (s.farm_ids is null or f.id = any(s.farm_ids))`
  const own = visibleFarms(sql, caller)
  return sql`(exists (select ${mayBeOf} and f.id in (${own})) and not exists (select ${mayBeOf} and f.id not in (${own})))`
}

/** Which rejected readings a caller may see: those of their farms and, of what no farm can be told, of their own sources. */
export function visibleRejected(sql: Queries, caller: Caller): Fragment {
  if (caller.role === 'ADMIN_PLATFORM') return sql`true`
  return sql`case when r.farm_id <> 0 then r.farm_id in (${visibleFarms(sql, caller)}) else ${isOwnSource(sql, caller)} end`
}

/** The columns of a rejected reading that both nouns of the quarantine share. */
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

/** The rest of the description that they share: table and order. */
export const quarantined = {
  table: 'rejected_readings',
  joins: sourceOfRejected,
  filters: { deviceId: (sql: Queries, part: string) => containsDeviceId(sql, 'r.device_id', part) },
  sort: { field: 'lastAt', order: 'desc' },
} as const
