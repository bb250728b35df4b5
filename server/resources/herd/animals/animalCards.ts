import type { AnimalRecord, AnimalCard } from '#contract/herd/animals.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { first } from '../../../records/transaction.ts'
import { permitOf } from '../../projects/permits/permitRows.ts'
import { instantOrNull, numberOrNull } from '../../values.ts'
import { visibleProjects } from '../../visibility.ts'

const quarterMs = 15 * 60_000
const quarters = 96

interface CardRow {
  categoryNames: AnimalCard['categoryNames']
  deviceId: string | null
  farmName: string
  penName: string | null
  projectId: number | null
  projectCode: string | null
  pledgedAt: number | null
  heardAt: number | null
  fixedAt: number | null
  accuracyM: number | null
  gatewayId: number | null
  rssi: number | null
  battery: number | null
  temperatureC: number | null
}

/** Reads the map card of an animal; the caller's access must be checked already. */
export async function readCard(
  { sql, herd, clock }: Context,
  caller: Caller,
  animal: AnimalRecord,
): Promise<AnimalCard> {
  const row = first(
    await sql<CardRow[]>`
      select (select names from lookups where id = a.category_id) as "categoryNames", n.device_id as "deviceId", f.name as "farmName", pens.name as "penName",
        p.id as "projectId", p.code as "projectCode", l.pledged_at as "pledgedAt", s.heard_at as "heardAt", s.fixed_at as "fixedAt", s.accuracy_m as "accuracyM",
        s.gateway_id as "gatewayId", s.rssi, s.battery, s.temperature_c as "temperatureC"
      from animals a join farms f on f.id = a.farm_id
        left join pens on pens.id = a.pen_id
        left join pledges l on l.animal_id = a.id and l.ended_at is null and l.project_id in (${visibleProjects(sql, caller)})
        left join projects p on p.id = l.project_id and ${animal.isPledged}
        left join neckbands n on n.id = ${animal.neckbandId}
        left join neckband_states s on s.neckband_id = n.id
      where a.id = ${animal.id}`,
  )
  const { neckbandId } = animal
  const state = (neckbandId === null ? undefined : (await herd.neckbands([neckbandId])).get(neckbandId)) ?? row
  const [gateway] =
    state.gatewayId === null ? [] : await sql<{ mac: string }[]>`select mac from gateways where id = ${state.gatewayId}`
  return {
    ...animal,
    categoryNames: row.categoryNames,
    deviceId: row.deviceId,
    farmName: row.farmName,
    penName: row.penName,
    projectId: row.projectId,
    projectCode: row.projectCode,
    pledgedAt: row.projectId === null ? null : instantOrNull(row.pledgedAt),
    battery: numberOrNull(state.battery),
    lastSeenAt: instantOrNull(state.heardAt),
    fixAt: instantOrNull(state.fixedAt),
    accuracyM: numberOrNull(state.accuracyM),
    gatewayMac: gateway?.mac ?? null,
    rssi: numberOrNull(state.rssi),
    temperatureC: numberOrNull(state.temperatureC),
    permit: await permitOf(sql, animal.id, clock.now()),
    strip: await readStrip(sql, animal.id, clock.now()),
  }
}

/**
 * Returns how an animal was heard in each of the last 96 quarter hours; the last one contains `now` (herd time, epoch ms).
 * It counts as moved when the neckband reports it, or when its positions lie about 30 m apart: fixes at rest scatter less.
 */
async function readStrip(sql: Queries, animalId: number, now: number): Promise<AnimalCard['strip']> {
  const to = (Math.floor(now / quarterMs) + 1) * quarterMs
  const from = to - quarters * quarterMs
  const rows = await sql<{ quarter: number; moved: boolean }[]>`
    select floor(extract(epoch from r.at - ${from}::timestamptz) / ${quarterMs / 1000})::int as quarter,
      coalesce(bool_or(r.moving), false) or coalesce(max(r.latitude) - min(r.latitude) > 0.0003, false)
        or coalesce(max(r.longitude) - min(r.longitude) > 0.0004, false) as moved
    from pairings p join lateral (
      select at, moving, latitude, longitude from readings
      where neckband_id = p.neckband_id and at >= ${from} and at < ${to}
        and at >= p.from_at and (p.to_at is null or at < p.to_at)
    ) r on true
    where p.animal_id = ${animalId} and (p.to_at is null or p.to_at > ${from}) group by 1`
  const strip: AnimalCard['strip'] = Array.from({ length: quarters }, () => 'none')
  for (const { quarter, moved } of rows) strip[quarter] = moved ? 'moved' : 'heard'
  return strip
}
