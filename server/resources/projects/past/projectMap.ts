import type { Polygon } from '#contract/values/geo.ts'
import { maxMapHeads } from '#contract/projects/projectMaps.ts'
import { auditedInHerd } from '../../../db/auditTimes.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { lastHeard, toPlaces } from '../../herd/replay/herdMoment.ts'
import { visibleFarms } from '../../visibility.ts'
import { type AsOf, eventCutoff } from './asOf.ts'
import { countedHeadsAsOf } from './pastHeads.ts'
import { resolveProjectAsOf } from './projectThen.ts'

interface Land {
  id: number
  farmId: number
  name: string
  polygon: Polygon
}

/** Selects where the ledger's heads stood at an instant, as `animal_id`, `farm_id`, `pen_id`. */
function headPlacesAsOf(sql: Queries, projectId: number, asOf: AsOf | null, at: number): Fragment {
  const counted = asOf
    ? countedHeadsAsOf(sql, projectId, asOf)
    : sql`select animal_id from pledges where project_id = ${projectId} and ended_at is null and is_counted`
  return sql`
    select held.animal_id, s.farm_id, s.pen_id from (${counted}) held
    left join stays s on s.animal_id = held.animal_id and s.from_at <= ${at}::timestamptz and (s.to_at is null or s.to_at > ${at}::timestamptz)`
}

export const projectMapHandlers: HandlersOf<'projectMaps'> = {
  async shown(input, caller, context) {
    const { sql } = context
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    const at = asOf?.happened ?? context.clock.now()
    const headPlaces = headPlacesAsOf(sql, project.id, asOf, at)
    const [counts, heads, visible] = await Promise.all([
      sql<
        { farmId: number | null; penId: number | null; heads: number }[]
      >`select farm_id as "farmId", pen_id as "penId", count(*)::int as heads from (${headPlaces}) kept group by 1, 2`,
      sql<{ id: number; farmId: number }[]>`
        select animal_id as id, farm_id as "farmId" from (${headPlaces}) kept where farm_id = any(${project.farmIds}::bigint[]) order by animal_id limit ${maxMapHeads}`,
      sql<
        { id: number }[]
      >`select id from (${visibleFarms(sql, caller)}) visible where id = any(${project.farmIds}::bigint[])`,
    ])
    // Includes a farm that the caller may no longer see, as long as the project's heads stood there at that time.
    const shown = new Set([...visible.map(({ id }) => id), ...counts.map(({ farmId }) => farmId ?? 0)])
    const farmIds = project.farmIds.filter((id) => shown.has(id))
    const lands = await readLand(
      sql,
      farmIds,
      asOf,
      counts.flatMap(({ penId }) => penId ?? []),
    )
    const headsOf = (fits: (count: (typeof counts)[number]) => boolean) =>
      counts.filter(fits).reduce((sum, count) => sum + count.heads, 0)
    const farms = lands.farms.map(({ id, name, polygon }) => ({
      id,
      name,
      boundary: polygon,
      pens: lands.pens
        .filter(({ farmId }) => farmId === id)
        .map((pen) => ({
          id: pen.id,
          name: pen.name,
          polygon: pen.polygon,
          heads: headsOf(({ penId }) => penId === pen.id),
        })),
      heads: headsOf(({ farmId }) => farmId === id),
      inNoPen: headsOf(({ farmId, penId }) => farmId === id && penId === null),
    }))
    const { timeZone, windowMinutes } = project
    const found = await Promise.all(
      farms.map((farm) =>
        lastHeard(sql, { ...farm, windowMinutes }, at, {
          ids: heads.flatMap(({ id, farmId }) => (farmId === farm.id ? id : [])),
          receivedBy: asOf?.recorded,
        }),
      ),
    )
    return {
      at,
      timeZone,
      windowMinutes,
      isExact: found.every(({ isExact }) => isExact),
      farms,
      elsewhere: headsOf(({ farmId }) => !farmIds.includes(farmId ?? 0)),
      animals: {
        ids: heads.map(({ id }) => id),
        ...toPlaces(
          heads,
          found.flatMap(({ rows }) => rows),
        ),
      },
    }
  },
}

/**
 * Reads farms and pens as drawn at a moment. The audit entry of the first later change gives their earlier shape.
 * @param used pens in which heads stood at that time
 */
async function readLand(
  sql: Queries,
  farmIds: readonly number[],
  asOf: AsOf | null,
  used: readonly number[],
): Promise<{ farms: Land[]; pens: Land[] }> {
  const ids = sql`any(${[...farmIds]}::bigint[])`
  const until = asOf && eventCutoff(asOf)
  const wasThere =
    until === null
      ? sql`deleted_at is null`
      : sql`(id = any(${[...used]}::bigint[]) or (created_at <= ${until}::timestamptz and (deleted_at is null or deleted_at > ${until}::timestamptz)))`
  const [farms, pens] = await Promise.all([
    sql<Land[]>`select id, id as "farmId", name, boundary as polygon from farms where id = ${ids} order by id`,
    sql<
      Land[]
    >`select id, farm_id as "farmId", name, polygon from pens where farm_id = ${ids} and ${wasThere} order by name, id`,
  ])
  if (until === null) return { farms, pens }
  const changes = await sql<{ noun: string; id: number; name: string | null; polygon: Polygon | null }[]>`
    select distinct on (x.noun, x.noun_id) x.noun, x.noun_id as id, x.before ->> 'name' as name, coalesce(x.before -> 'polygon', x.before -> 'boundary') as polygon
    from audit_entries x
    where (x.noun = 'farm' and x.noun_id = ${ids} or x.noun = 'farmSlot' and x.noun_id = any(${pens.map(({ id }) => id)}::bigint[]))
      and ${auditedInHerd(sql)} > ${until}::timestamptz and x.before is not null order by x.noun, x.noun_id, x.id`
  const before = new Map(changes.map((change) => [`${change.noun} ${change.id}`, change]))
  const asDrawnBefore =
    (noun: string) =>
    (land: Land): Land => {
      const change = before.get(`${noun} ${land.id}`)
      return { ...land, name: change?.name ?? land.name, polygon: change?.polygon ?? land.polygon }
    }
  return { farms: farms.map(asDrawnBefore('farm')), pens: pens.map(asDrawnBefore('farmSlot')) }
}
