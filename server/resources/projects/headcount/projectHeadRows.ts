import type { HeadState, ProjectHead, SilenceCause } from '#contract/projects/projectHeads.ts'
import { valueOfHeads } from '#contract/projects/coverage.ts'
import type { Queries } from '../../../db/connect.ts'
import { headCodes } from '../../../herd/headcount.ts'
import { contains, idIn } from '../../../records/page.ts'
import { causeOf, silenceAt } from '../../herd/headcounts.ts'
import { instantOrNull, numberOrNull } from '../../values.ts'
import type { AsOf } from '../past/asOf.ts'
import type { HeadFilter } from '../past/pastHeads.ts'
import type { ProjectDay } from '../projectAccess.ts'
import type { HeadSources } from './projectFigures.ts'

export interface Head {
  animalId: number
  state: HeadState
  /** Herd time, epoch ms; NaN when never heard. */
  heardAt: number
  /** 0 when no gateway heard it. */
  gatewayId: number
}

/** A project's farms, and the maximum age of a reading that counts a head as heard. */
type HeadScope = Pick<ProjectDay, 'id' | 'farmIds' | 'windowMinutes'>

const stateOfCode: Record<number, HeadState> = {
  [headCodes.heard]: 'HEARD',
  [headCodes.unverified]: 'UNVERIFIED',
  [headCodes.unaccounted]: 'UNACCOUNTED',
}

/** Reads the heads on a project's ledger with their current state. */
export async function readHeads(
  { sql, herd, countedHeads }: HeadSources,
  { id, farmIds, windowMinutes }: HeadScope,
  filter: HeadFilter,
): Promise<Head[]> {
  const { states = [], tag = '', ids } = filter
  const isAll = tag === '' && ids === undefined
  const animalIds = isAll
    ? ((await countedHeads.read(sql, [id])).get(id)?.animalIds ?? [])
    : await readSome(sql, id, filter)
  const heard = await herd.heads({ farmIds, animalIds }, windowMinutes)
  const heads: Head[] = []
  for (let place = 0; place < animalIds.length; place++) {
    const state = stateOfCode[heard.codes[place] as number] ?? 'UNACCOUNTED'
    if (states.length > 0 && !states.includes(state)) continue
    heads.push({
      animalId: animalIds[place] as number,
      state,
      heardAt: heard.heardAt[place] as number,
      gatewayId: heard.gatewayIds[place] as number,
    })
  }
  return heads
}

async function readSome(sql: Queries, projectId: number, { tag, ids }: HeadFilter): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select a.id from pledges p join animals a on a.id = p.animal_id
    where p.project_id = ${projectId} and p.ended_at is null and p.is_counted and ${idIn(sql, 'p.animal_id', ids)}
      and (${contains(sql, 'a.visual_tag', tag)} or ${contains(sql, 'a.electronic_tag', tag)}) order by a.id`
  return rows.map(({ id }) => id)
}

/** Returns a range of heads, sorted by ear tag. */
export async function byTag(
  sql: Queries,
  heads: readonly Head[],
  order: 'asc' | 'desc',
  { from, to }: { from: number; to: number },
): Promise<Head[]> {
  const headOf = new Map(heads.map((head) => [head.animalId, head]))
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const rows = await sql<{ id: number }[]>`
    select id from animals where id = any(${[...headOf.keys()]}::bigint[]) order by visual_tag ${direction}, id ${direction} limit ${to - from} offset ${from}`
  return rows.flatMap(({ id }) => headOf.get(id) ?? [])
}

/** Returns why heads were silent at a moment, by animal id. */
export async function causesOf(
  sql: Queries,
  heads: readonly (Pick<Head, 'animalId' | 'heardAt' | 'gatewayId'> & { farmId: number })[],
  { happened, recorded }: AsOf,
  windowMinutes: number,
): Promise<Map<number, SilenceCause>> {
  const causes = new Map<number, SilenceCause>()
  for (const [farmId, farmHeads] of Map.groupBy(heads, (head) => head.farmId)) {
    const silence = await silenceAt(sql, { farmId, recorded }, happened, windowMinutes)
    for (const { animalId, heardAt, gatewayId } of farmHeads) {
      const cause = causeOf(
        { animalId, at: numberOrNull(heardAt), gatewayId },
        silence,
        happened,
        windowMinutes * 60_000,
      )
      if (cause !== null) causes.set(animalId, cause)
    }
  }
  return causes
}

type Row = Omit<ProjectHead, 'state' | 'cause' | 'lastHeardAt' | 'gatewayMac' | 'value'> & {
  unitPrice: string
  haircut: string
}

/** Describes heads, in their order. @param now herd time, epoch ms */
export async function describeHeads(
  sql: Queries,
  { id: projectId, day, windowMinutes }: Pick<ProjectDay, 'id' | 'day' | 'windowMinutes'>,
  now: number,
  heads: readonly Head[],
): Promise<ProjectHead[]> {
  const ids = heads.map(({ animalId }) => animalId)
  const [rows, gateways] = await Promise.all([
    sql<Row[]>`
      select a.id, a.visual_tag as "visualTag", g.line_id as "lineId", l.category_id as "categoryId", a.farm_id as "farmId", f.name as "farmName",
        f.time_zone as "timeZone", pens.name as "penName", a.status, l.unit_price as "unitPrice", l.haircut, open.kind as "alertKind",
        said.explanation, said.by as "explainedBy"
      from pledges g join animals a on a.id = g.animal_id join collateral_lines l on l.id = g.line_id join farms f on f.id = a.farm_id
      left join pens on pens.id = a.pen_id
      left join lateral (select kind from alerts where animal_id = a.id and cleared_at is null order by raised_at desc limit 1) open on true
      left join lateral (
        select e.explanation, u.display_name as by from head_explanations e left join users u on u.id = e.explained_by
        where e.pledge_id = g.id and e.day = ${day}::date order by e.id desc limit 1
      ) said on true
      where g.project_id = ${projectId} and g.ended_at is null and g.is_counted and g.animal_id = any(${ids}::bigint[])`,
    sql<
      { id: number; mac: string }[]
    >`select id, mac from gateways where id = any(${heads.map(({ gatewayId }) => gatewayId)}::bigint[])`,
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const causes = await causesOf(
    sql,
    heads
      .filter(({ state }) => state === 'UNVERIFIED')
      .map((head) => ({ ...head, farmId: rowOf.get(head.animalId)?.farmId ?? 0 })),
    { happened: now, recorded: now },
    windowMinutes,
  )
  const macOf = new Map(gateways.map(({ id, mac }) => [id, mac]))
  return heads.flatMap(({ animalId, state, heardAt, gatewayId }): ProjectHead[] => {
    const row = rowOf.get(animalId)
    // The head left the ledger between the two reads.
    if (!row) return []
    const { unitPrice, haircut, ...headRow } = row
    const value = valueOfHeads({ lineId: row.lineId, heads: 1, unitPrice, haircut })
    return [
      {
        ...headRow,
        state,
        cause: causes.get(animalId) ?? null,
        value,
        lastHeardAt: instantOrNull(numberOrNull(heardAt)),
        gatewayMac: macOf.get(gatewayId) ?? null,
      },
    ]
  })
}
