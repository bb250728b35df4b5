import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { visibleFarms } from '../visibility.ts'

/** Joined to `r`, rejected readings: the source that sent them. */
export const sourceOfRejected = (sql: Queries): Fragment => sql`left join sources s on s.id = r.source_id`

/**
 * Which rejected readings a caller may see: those of their farms. Of what no farm can be told they see what came from a source
 * all of whose farms are theirs; the rest is the platform's alone, since it may be of anybody.
 */
export function visibleRejected(sql: Queries, caller: Caller): Fragment {
  if (caller.role === 'ADMIN_PLATFORM') return sql`true`
  const mayBeOf = sql`from farms f where f.deleted_at is null and s.id is not null and (s.farm_ids is null or f.id = any(s.farm_ids))`
  const own = visibleFarms(sql, caller)
  return sql`case when r.farm_id <> 0 then r.farm_id in (${own})
    else exists (select ${mayBeOf} and f.id in (${own})) and not exists (select ${mayBeOf} and f.id not in (${own})) end`
}
