import { valueOfHeads } from '#contract/projects/coverage.ts'
import type { ProjectHead } from '#contract/projects/projectHeads.ts'
import type { Queries } from '../../../db/connect.ts'
import { readLoans } from '../../../db/projects/loanState.ts'
import { statusAsOf } from '../../../db/projects/pastLedger.ts'
import { instantOrNull, numberOrNull } from '../../values.ts'
import { causesOf } from '../headcount/projectHeadRows.ts'
import type { ProjectDay } from '../projectAccess.ts'
import type { AsOf } from './asOf.ts'
import { type PastHead, stayCoversAsOf } from './pastHeads.ts'

type Row = Omit<ProjectHead, 'state' | 'cause' | 'lastHeardAt' | 'gatewayMac' | 'value' | 'lineId' | 'categoryId'>

/** Describes heads as of a moment, in their order: place, alert and explanation at that time. */
export async function describePastHeads(
  sql: Queries,
  project: ProjectDay,
  asOf: AsOf,
  heads: readonly PastHead[],
): Promise<ProjectHead[]> {
  const at = Math.min(asOf.happened, asOf.recorded)
  const [rows, gateways, [loan]] = await Promise.all([
    sql<Row[]>`
      select a.id, a.visual_tag as "visualTag", f.id as "farmId", f.name as "farmName", f.time_zone as "timeZone", pens.name as "penName",
        ${statusAsOf(sql, asOf)} as status, open.kind as "alertKind", said.explanation, said.by as "explainedBy"
      from pledges p join animals a on a.id = p.animal_id left join stays s on s.animal_id = a.id and ${stayCoversAsOf(sql, asOf)}
      join farms f on f.id = coalesce(s.farm_id, a.farm_id) left join pens on pens.id = s.pen_id
      left join lateral (
        select l.kind from alerts l join alert_occurrences o on o.alert_id = l.id
        where l.animal_id = a.id and o.raised_at <= ${at}::timestamptz and (o.cleared_at is null or o.cleared_at > ${at}::timestamptz) order by o.raised_at desc limit 1
      ) open on true
      left join lateral (
        select e.explanation, u.display_name as by from head_explanations e left join users u on u.id = e.explained_by
        where e.pledge_id = p.id and e.day = ${project.day}::date and e.explained_at <= ${asOf.recorded}::timestamptz order by e.id desc limit 1
      ) said on true
      where p.id = any(${heads.map(({ pledgeId }) => pledgeId)}::bigint[])`,
    sql<
      { id: number; mac: string }[]
    >`select id, mac from gateways where id = any(${heads.map(({ gatewayId }) => gatewayId)}::bigint[])`,
    readLoans(sql, [project.id], asOf),
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const causes = await causesOf(
    sql,
    heads
      .filter(({ state }) => state === 'UNVERIFIED')
      .map((head) => ({ ...head, farmId: rowOf.get(head.animalId)?.farmId ?? 0 })),
    asOf,
    project.windowMinutes,
  )
  const macOf = new Map(gateways.map(({ id, mac }) => [id, mac]))
  const lineOf = new Map(loan?.lines.map((line) => [line.lineId, line]))
  return heads.flatMap(({ animalId, lineId, state, heardAt, gatewayId }): ProjectHead[] => {
    const [row, line] = [rowOf.get(animalId), lineOf.get(lineId)]
    if (!row || !line) return []
    const value = valueOfHeads({ ...line, heads: 1 })
    return [
      {
        ...row,
        lineId,
        categoryId: line.categoryId,
        state,
        cause: causes.get(animalId) ?? null,
        value,
        lastHeardAt: instantOrNull(numberOrNull(heardAt)),
        gatewayMac: macOf.get(gatewayId) ?? null,
      },
    ]
  })
}
