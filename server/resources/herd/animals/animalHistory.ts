import type { AnimalEvent, Stay, Worn } from '#contract/herd/animalHistory.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { listOf } from '../../../records/page.ts'
import { instantOrNull } from '../../values.ts'
import { visibleFarms } from '../../visibility.ts'

/** A page of the history of an animal that the caller was found to see. */
interface Page {
  id: number
  current: number
  pageSize: number
}
type WithTimes<T> = Omit<T, 'from' | 'to'> & { from: number; to: number | null }

const spanOf = <T extends { from: number; to: number | null }>(row: T) => ({ ...row, from: toInstant(row.from), to: instantOrNull(row.to) })
const limited = (sql: Queries, { current, pageSize }: Page) => sql`limit ${pageSize} offset ${(current - 1) * pageSize}`

async function countOf(sql: Queries, from: Fragment): Promise<number> {
  const [row] = await sql<{ total: number }[]>`select count(*) as total from ${from}`
  return row?.total ?? 0
}

/** Where it stood, the last place first. */
export async function readStays(sql: Queries, caller: Caller, input: Page) {
  const from = sql`stays s join farms f on f.id = s.farm_id left join pens on pens.id = s.pen_id
    where s.animal_id = ${input.id} and s.farm_id in (${visibleFarms(sql, caller)})`
  const [rows, total] = await Promise.all([
    sql<WithTimes<Stay>[]>`
      select s.id, s.farm_id as "farmId", f.name as "farmName", pens.name as "penName", s.from_at as "from", s.to_at as "to"
      from ${from} order by s.from_at desc, s.id desc ${limited(sql, input)}`,
    countOf(sql, from),
  ])
  return listOf(rows.map(spanOf), total, input)
}

/** Which neckbands it wore, the last one first. */
export async function readWorn(sql: Queries, input: Page) {
  const from = sql`pairings p join neckbands n on n.id = p.neckband_id left join users u on u.id = p.user_id where p.animal_id = ${input.id}`
  const [rows, total] = await Promise.all([
    sql<WithTimes<Worn>[]>`
      select p.id, p.neckband_id as "neckbandId", n.device_id as "deviceId", p.from_at as "from", p.to_at as "to", u.display_name as by, p.reason
      from ${from} order by p.from_at desc, p.id desc ${limited(sql, input)}`,
    countOf(sql, from),
  ])
  return listOf(rows.map(spanOf), total, input)
}

/** Everything that happened to it, newest first. */
export async function readTimeline(sql: Queries, caller: Caller, input: Page) {
  const { id } = input
  const farms = visibleFarms(sql, caller)
  const stays = sql`stays s join farms f on f.id = s.farm_id left join pens on pens.id = s.pen_id where s.animal_id = ${id} and s.farm_id in (${farms})`
  const place = sql`concat_ws(' · ', f.name, pens.name)`
  const pairings = sql`pairings p join neckbands n on n.id = p.neckband_id left join users u on u.id = p.user_id where p.animal_id = ${id}`
  const alerts = sql`alerts a where a.animal_id = ${id} and a.farm_id in (${farms})`
  const events = sql`(
    select 'CAME' as kind, s.from_at as at, ${place} as name, null::text as by, null::text as reason, null::text as "alertKind",
      null::text as severity, null::text as action, null::text as "documentId" from ${stays}
    union all select 'LEFT', s.to_at, ${place}, null, null, null, null, null, null from ${stays} and s.to_at is not null
      and not exists (select from stays later where later.animal_id = s.animal_id and later.id <> s.id and later.from_at = s.to_at)
    union all select 'PAIRED', p.from_at, n.device_id, u.display_name, p.reason, null, null, null, null from ${pairings}
    union all select 'UNPAIRED', p.to_at, n.device_id, null, null, null, null, null, null from ${pairings} and p.to_at is not null
    union all select 'RAISED', a.raised_at, null, null, null, a.kind, a.severity, null, null from ${alerts}
    union all select 'CLEARED', a.cleared_at, null, null, null, a.kind, a.severity, null, null from ${alerts} and a.cleared_at is not null
    union all select 'CHANGED', e.at, null, u.display_name, e.detail ->> 'reason', null, null, e.action,
        case when e.after ->> 'documentId' is distinct from e.before ->> 'documentId' then e.after ->> 'documentId' end
      from audit_entries e left join users u on u.id = e.user_id where e.noun = 'animal' and e.noun_id = ${id}
  ) events`
  const [rows, total] = await Promise.all([
    sql<(Omit<AnimalEvent, 'at'> & { at: number })[]>`
      select kind, at, name, by, reason, "alertKind", severity, action, "documentId" from ${events} order by at desc, kind, name ${limited(sql, input)}`,
    countOf(sql, events),
  ])
  return listOf(rows.map((row) => ({ ...row, at: toInstant(row.at) })), total, input)
}
