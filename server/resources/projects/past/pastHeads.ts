import type { HeadState } from '#contract/projects/projectHeads.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { entryRecordedAsOf, entriesAsOf, pledgesRemovedFromLedger } from '../../../db/projects/pastLedger.ts'
import { pack, unpack } from '../../../db/projects/packedRows.ts'
import { contains, idIn } from '../../../records/page.ts'
import { first } from '../../../records/transaction.ts'
import { headsAt } from '../../herd/headcounts.ts'
import type { ProjectDay } from '../projectAccess.ts'
import type { AsOf } from './asOf.ts'

interface CountedHead {
  pledgeId: number
  animalId: number
  lineId: number
}

/** A head counted by the ledger at a past moment. */
export interface PastHead extends CountedHead {
  state: HeadState
  /** Herd time, epoch ms; NaN when never heard. */
  heardAt: number
  /** 0 when no gateway heard it. */
  gatewayId: number
}

/**
 * Selects the heads that a project's ledger counted as of a moment: pledge id, animal_id and line_id.
 * A counted head that never left the ledger needs no look at its entries. The others, and those added later, are summed up from all entries.
 */
export function countedHeadsAsOf(sql: Queries, projectId: number, asOf: AsOf): Fragment {
  const others = sql`
    ${pledgesRemovedFromLedger(sql, [projectId])}
    union select h.pledge_id from ledger_entries e join ledger_heads h on h.entry_id = e.id where e.project_id = ${projectId} and e.heads > 0 and not (${entryRecordedAsOf(sql, asOf)})`
  return sql`
    select p.id, p.animal_id, p.line_id from pledges p where p.project_id = ${projectId} and p.ended_at is null and p.is_counted and p.id not in (${others})
    union all
    select p.id, p.animal_id, p.line_id from (
      select o.pledge_id from (${others}) o join ledger_heads h on h.pledge_id = o.pledge_id join (${entriesAsOf(sql, [projectId], asOf)}) e on e.id = h.entry_id
      group by 1 having sum(sign(e.heads)) > 0
    ) moved join pledges p on p.id = moved.pledge_id`
}

/** Whether a stay `s` covers the moment. */
export function stayCoversAsOf(sql: Queries, { happened }: AsOf): Fragment {
  return sql`s.from_at <= ${happened}::timestamptz and (s.to_at is null or s.to_at > ${happened}::timestamptz)`
}

export interface HeadFilter {
  /** All states by default. */
  states?: readonly HeadState[] | undefined
  /** Part of an ear tag. */
  tag?: string | undefined
  /** Ids of animals. */
  ids?: readonly number[] | undefined
}

interface PastFilter extends HeadFilter {
  /** Whether to sort by ear tag; otherwise the order is undefined. */
  byTag?: boolean
}

/** A project's present farms, and the maximum age of a reading that counts a head as heard. */
type HeadScope = Pick<ProjectDay, 'id' | 'farmIds' | 'windowMinutes'>

/** Reads the heads that a project's ledger counted as of a moment, with their state on the farm where they stood. */
export async function pastHeads(
  sql: Queries,
  { id, farmIds, windowMinutes }: HeadScope,
  asOf: AsOf,
  filter: PastFilter = {},
): Promise<PastHead[]> {
  const { states = [], tag = '', ids } = filter
  const heard = new Map<number, Awaited<ReturnType<typeof headsAt>>[number]>()
  const listen = async (farmId: number, animalIds?: readonly number[]) => {
    for (const head of await headsAt(sql, { farmId, animalIds, recorded: asOf.recorded }, asOf.happened, windowMinutes))
      heard.set(head.animalId, head)
  }
  // Most heads stand where the project's heads stand now, so those farms are read in parallel with the ledger.
  const ahead = tag === '' && ids === undefined ? farmIds : []
  const [counted] = await Promise.all([readCounted(sql, id, asOf, filter), ...ahead.map((farmId) => listen(farmId))])
  const elsewhere = counted.flatMap(({ animalId }) => (heard.has(animalId) ? [] : [animalId]))
  const stays =
    elsewhere.length === 0
      ? []
      : await sql<{ animalId: number; farmId: number }[]>`
    select s.animal_id as "animalId", s.farm_id as "farmId" from stays s where s.animal_id = any(${elsewhere}::bigint[]) and ${stayCoversAsOf(sql, asOf)}`
  for (const [farmId, farmStays] of Map.groupBy(stays, (stay) => stay.farmId))
    await listen(
      farmId,
      farmStays.map(({ animalId }) => animalId),
    )
  const heads = counted.map((head): PastHead => {
    const { state = 'UNACCOUNTED', at = null, gatewayId = null } = heard.get(head.animalId) ?? {}
    return { ...head, state, heardAt: at ?? Number.NaN, gatewayId: gatewayId ?? 0 }
  })
  return states.length === 0 ? heads : heads.filter(({ state }) => states.includes(state))
}

async function readCounted(
  sql: Queries,
  projectId: number,
  asOf: AsOf,
  { tag = '', ids, byTag = false }: PastFilter,
): Promise<CountedHead[]> {
  const columns = [sql`held.id`, sql`held.animal_id`, sql`held.line_id`]
  const { packed } = first(
    await sql<{ packed: Buffer }[]>`
    select ${pack(sql, columns, byTag ? sql`a.visual_tag, a.id` : undefined)} as packed from (${countedHeadsAsOf(sql, projectId, asOf)}) held
    ${byTag || tag !== '' ? sql`join animals a on a.id = held.animal_id` : sql``}
    where ${idIn(sql, 'held.animal_id', ids)} and (${contains(sql, 'a.visual_tag', tag)} or ${contains(sql, 'a.electronic_tag', tag)})`,
  )
  const heads: CountedHead[] = []
  for (const [pledgeId = 0, animalId = 0, lineId = 0] of unpack(packed, columns.length))
    heads.push({ pledgeId, animalId, lineId })
  return heads
}
