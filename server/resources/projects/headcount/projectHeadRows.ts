import type { HeadState, ProjectHead } from '#contract/projects/projectHeads.ts'
import { valueOfHeads } from '#contract/projects/coverage.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { headCodes } from '../../../herd/headcount.ts'
import { contains, isOneOf } from '../../../records/page.ts'
import { instantOrNull, numberOrNull } from '../../values.ts'

export interface Head {
  animalId: number
  state: HeadState
  /** Epoch ms; NaN: never. */
  heardAt: number
  /** 0: none. */
  gatewayId: number
}

type Parts = { sql: Queries; herd: Pick<Context['herd'], 'heads'> }

const stateOfCode: Record<number, HeadState> = { [headCodes.heard]: 'HEARD', [headCodes.unverified]: 'UNVERIFIED', [headCodes.unaccounted]: 'UNACCOUNTED' }

export interface HeadFilter {
  /** All unless told. */
  states?: readonly HeadState[] | undefined
  /** A part of an ear tag. */
  tag?: string | undefined
  /** By their animals. */
  ids?: readonly number[] | undefined
}

/** The heads that the ledger of a project counts, by ear tag. */
export async function readHeads({ sql, herd }: Parts, projectId: number, { states = [], tag, ids }: HeadFilter): Promise<Head[]> {
  const [row] = await sql<{ animals: string | null; bands: string; windowMinutes: number }[]>`
    select p.window_minutes as "windowMinutes", string_agg(a.id::text, ',' order by a.visual_tag, a.id) as animals,
      string_agg(coalesce(w.neckband_id, 0)::text, ',' order by a.visual_tag, a.id) as bands
    from projects p join pledges g on g.project_id = p.id and g.ended_at is null and g.is_counted join animals a on a.id = g.animal_id
    left join pairings w on w.animal_id = a.id and w.to_at is null
    where p.id = ${projectId} and (${contains(sql, 'a.visual_tag', tag)} or ${contains(sql, 'a.electronic_tag', tag)})
      and ${isOneOf(sql, 'a.id', ids)}
    group by p.id`
  if (!row?.animals) return []
  const heard = await herd.heads(row.bands.split(',').map(Number), row.windowMinutes)
  return row.animals.split(',').flatMap((id, place): Head[] => {
    const state = stateOfCode[heard.codes[place] as number] ?? 'UNACCOUNTED'
    if (states.length > 0 && !states.includes(state)) return []
    return [{ animalId: Number(id), state, heardAt: heard.heardAt[place] as number, gatewayId: heard.gatewayIds[place] as number }]
  })
}

/** How many of the heads that are unaccounted for somebody has explained on a day. */
export async function countExplained({ sql, herd }: Parts, projectId: number, day: string, windowMinutes: number): Promise<number> {
  const explained = await sql<{ neckbandId: number }[]>`
    select distinct p.id, coalesce(w.neckband_id, 0)::bigint as "neckbandId"
    from head_explanations e join pledges p on p.id = e.pledge_id and p.ended_at is null and p.is_counted
    left join pairings w on w.animal_id = p.animal_id and w.to_at is null
    where e.project_id = ${projectId} and e.day = ${day}::date`
  const { codes } = await herd.heads(explained.map(({ neckbandId }) => neckbandId), windowMinutes)
  return codes.filter((code) => code === headCodes.unaccounted).length
}

type Row = Omit<ProjectHead, 'state' | 'lastHeardAt' | 'gatewayMac' | 'value'> & { unitPrice: string; haircut: string }

/** What is told of some heads, in their order. */
export async function describeHeads(sql: Queries, projectId: number, day: string, heads: readonly Head[]): Promise<ProjectHead[]> {
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
    sql<{ id: number; mac: string }[]>`select id, mac from gateways where id = any(${heads.map(({ gatewayId }) => gatewayId)}::bigint[])`,
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const macOf = new Map(gateways.map(({ id, mac }) => [id, mac]))
  return heads.flatMap(({ animalId, state, heardAt, gatewayId }): ProjectHead[] => {
    const row = rowOf.get(animalId)
    // Taken off the ledger between the two questions.
    if (!row) return []
    const { unitPrice, haircut, ...rest } = row
    const value = valueOfHeads({ lineId: row.lineId, heads: 1, unitPrice, haircut })
    return [{ ...rest, state, value, lastHeardAt: instantOrNull(numberOrNull(heardAt)), gatewayMac: macOf.get(gatewayId) ?? null }]
  })
}
