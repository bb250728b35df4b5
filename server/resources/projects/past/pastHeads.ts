import type { HeadState } from '#contract/projects/projectHeads.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { contains, isOneOf } from '../../../records/page.ts'
import { first } from '../../../records/transaction.ts'
import { headsAt } from '../../herd/headcounts.ts'
import type { HeadFilter } from '../headcount/projectHeadRows.ts'
import type { AsOf } from './asOf.ts'

/** A head that the ledger counted then. */
export interface PastHead {
  pledgeId: number
  animalId: number
  lineId: number
  /** Where it stood; null: in no herd. */
  farmId: number | null
  penId: number | null
  isMissing: boolean
  state: HeadState
  /** Epoch ms; NaN: never. */
  heardAt: number
  /** 0: none. */
  gatewayId: number
}

/** The pledges of projects whose heads the ledger counted then, by the entries that had happened and were recorded, as `pledge_id`. */
export function countedThen(sql: Queries, projectId: number, { happened, recorded }: AsOf): Fragment {
  return sql`
    select h.pledge_id from ledger_entries e join ledger_heads h on h.entry_id = e.id
    where e.project_id = ${projectId} and e.happened_at <= ${happened}::timestamptz and e.recorded_at <= ${recorded}::timestamptz
    group by h.pledge_id having sum(sign(e.heads)) > 0`
}

/** What an animal `a` was then, by what was noted of it. */
export function statusThen(sql: Queries, { happened, recorded }: AsOf): Fragment {
  const at = Math.min(happened, recorded)
  return sql`coalesce(
    (select x.after ->> 'status' from audit_entries x where x.noun = 'animal' and x.noun_id = a.id and x.at <= ${at}::timestamptz and x.after ? 'status' order by x.id desc limit 1),
    (select x.before ->> 'status' from audit_entries x where x.noun = 'animal' and x.noun_id = a.id and x.at > ${at}::timestamptz and x.before ? 'status' order by x.id limit 1),
    a.status)`
}

/** The heads that the ledger of a project counted at a moment, by ear tag, with where they stood and how they were heard. */
export async function pastHeads(sql: Queries, projectId: number, asOf: AsOf, { states = [], tag, ids }: HeadFilter = {}): Promise<PastHead[]> {
  const windowMinutes = await windowOf(sql, projectId)
  const rows = await sql<Pick<PastHead, 'pledgeId' | 'animalId' | 'lineId' | 'farmId' | 'penId' | 'isMissing'>[]>`
    select p.id as "pledgeId", p.animal_id as "animalId", p.line_id as "lineId", s.farm_id as "farmId", s.pen_id as "penId",
      ${statusThen(sql, asOf)} = 'MISSING' as "isMissing"
    from (${countedThen(sql, projectId, asOf)}) counted join pledges p on p.id = counted.pledge_id join animals a on a.id = p.animal_id
    left join stays s on s.animal_id = a.id and s.from_at <= ${asOf.happened}::timestamptz and (s.to_at is null or s.to_at > ${asOf.happened}::timestamptz)
    where (${contains(sql, 'a.visual_tag', tag)} or ${contains(sql, 'a.electronic_tag', tag)}) and ${isOneOf(sql, 'a.id', ids)}
    order by a.visual_tag, a.id`
  const heard = new Map<number, Pick<PastHead, 'state' | 'heardAt' | 'gatewayId'>>()
  for (const farmId of new Set(rows.flatMap((row) => row.farmId ?? []))) {
    for (const { animalId, state, at, gatewayId } of await headsAt(sql, farmId, asOf.happened, windowMinutes)) {
      heard.set(animalId, { state, heardAt: at ?? Number.NaN, gatewayId: gatewayId ?? 0 })
    }
  }
  const heads = rows.map((row): PastHead => ({ ...row, state: 'UNACCOUNTED', heardAt: Number.NaN, gatewayId: 0, ...heard.get(row.animalId) }))
  return states.length === 0 ? heads : heads.filter(({ state }) => states.includes(state))
}

async function windowOf(sql: Queries, projectId: number): Promise<number> {
  const { minutes } = first(await sql<{ minutes: number }[]>`select window_minutes as minutes from projects where id = ${projectId}`)
  return minutes
}
