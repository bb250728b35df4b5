import type { Stay, Worn, WornTag } from '#contract/herd/animalHistory.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { listOf } from '../../../records/page.ts'
import { instantOrNull } from '../../values.ts'
import { pairingDetails } from '../pairings.ts'
import { visibleFarms } from '../../visibility.ts'

/** A page of an animal's history; the caller's access must be checked already. */
export interface Page {
  id: number
  current: number
  pageSize: number
}
type WithTimes<T> = Omit<T, 'from' | 'to'> & { from: number; to: number | null }

const spanOf = <T extends { from: number; to: number | null }>(row: T) => ({
  ...row,
  from: toInstant(row.from),
  to: instantOrNull(row.to),
})
export const limited = (sql: Queries, { current, pageSize }: Page) =>
  sql`limit ${pageSize} offset ${(current - 1) * pageSize}`

export async function countOf(sql: Queries, from: Fragment): Promise<number> {
  const [row] = await sql<{ total: number }[]>`select count(*) as total from ${from}`
  return row?.total ?? 0
}

/** Returns the places where an animal stood, newest first, on farms that the caller may see. */
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

/** Returns the neckbands that an animal wore, newest first. */
export async function readWorn(sql: Queries, input: Page) {
  const from = sql`pairings p join neckbands n on n.id = p.neckband_id where p.animal_id = ${input.id}`
  const [rows, total] = await Promise.all([
    sql<WithTimes<Worn>[]>`
      select p.id, p.neckband_id as "neckbandId", n.device_id as "deviceId", p.from_at as "from", p.to_at as "to", ${pairingDetails(sql)}
      from ${from} order by p.from_at desc, p.id desc ${limited(sql, input)}`,
    countOf(sql, from),
  ])
  return listOf(rows.map(spanOf), total, input)
}

/** Returns the ear tags that an animal wore, newest first. */
export async function readTags(sql: Queries, input: Page) {
  const from = sql`animal_tags t where t.animal_id = ${input.id}`
  const [rows, total] = await Promise.all([
    sql<WithTimes<WornTag>[]>`
      select t.id, t.kind, t.scheme, t.value, t.from_at as "from", t.to_at as "to" from ${from} order by t.from_at desc, t.id desc ${limited(sql, input)}`,
    countOf(sql, from),
  ])
  return listOf(rows.map(spanOf), total, input)
}
