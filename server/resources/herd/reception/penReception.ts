import type { Pen } from '#contract/herd/pens.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { instantOrNull } from '../../values.ts'

/** How the animals of a pen are heard, as of the last checkpoint. */
export type Reception = Pick<Pen, 'worn' | 'heardByGateway' | 'gateways' | 'lastHeardAt' | 'lastGatewayId'>

const nothing: Reception = { worn: 0, heardByGateway: 0, gateways: [], lastHeardAt: null, lastGatewayId: null }

/** Joins the animals `a` in the herd that wear a neckband, and the neckband's state `s` since it was put on. */
const wearers = (sql: Queries): Fragment => sql`
  animals a join pairings p on p.animal_id = a.id and p.to_at is null and a.in_herd_to is null
  left join neckband_states s on s.neckband_id = p.neckband_id and s.heard_at >= p.from_at`

/** Whether a gateway heard `s` within the window of the farm `f`. @param now herd time, epoch ms */
const byGateway = (sql: Queries, now: number): Fragment =>
  sql`s.gateway_id is not null and s.heard_at > ${now}::timestamptz - f.window_minutes * interval '1 minute'`

/** Whether animals of the pen `r` wear neckbands and no gateway heard one of them within the farm's window. */
export function isBlindPen(sql: Queries, now: number): Fragment {
  return sql`(exists (select from ${wearers(sql)} where a.pen_id = r.id)
    and not exists (select from ${wearers(sql)} join farms f on f.id = a.farm_id where a.pen_id = r.id and ${byGateway(sql, now)}))`
}

/** Returns a function that gives how a pen is heard, by id. @param now herd time, epoch ms */
export async function receptionOf(
  sql: Queries,
  penIds: readonly number[],
  now: number,
): Promise<(id: number) => Reception> {
  const rows = await sql<(Omit<Reception, 'lastHeardAt'> & { id: number; lastHeardAt: number | null })[]>`
    select a.pen_id as id, count(*)::int as worn, count(*) filter (where ${byGateway(sql, now)})::int as "heardByGateway",
      coalesce(array_agg(distinct coalesce(g.name, g.mac)) filter (where ${byGateway(sql, now)}), '{}') as gateways,
      max(s.heard_at) as "lastHeardAt", (array_agg(s.gateway_id order by s.heard_at desc) filter (where s.gateway_id is not null))[1] as "lastGatewayId"
    from ${wearers(sql)} join farms f on f.id = a.farm_id left join gateways g on g.id = s.gateway_id
    where a.pen_id = any(${[...penIds]}::bigint[]) group by a.pen_id`
  const receptions = new Map(
    rows.map(({ id, lastHeardAt, ...reception }) => [id, { ...reception, lastHeardAt: instantOrNull(lastHeardAt) }]),
  )
  return (id) => receptions.get(id) ?? nothing
}
