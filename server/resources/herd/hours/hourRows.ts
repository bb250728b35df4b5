import type { Fragment, Queries } from '../../../db/connect.ts'

export const hourMs = 3_600_000
export const stepMs = 300_000
export const stepsInHour = hourMs / stepMs

/** Returns the start of the hour that contains an instant; epoch ms. */
export const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs

/** Columns of `animal_hours`, in the order of `hourRows`. */
export const hourColumns = `farm_id, hour, animal_id, readings, first_at, last_at, first_longitude, first_latitude,
  last_longitude, last_latitude, mean_longitude, mean_latitude, pen_id, lowest_temperature_c, highest_temperature_c, battery,
  gateway_id, moved_metres, gap_minutes, steps`

/**
 * Selects rows of `animal_hours` from readings. A reading counts for the animal that wore the neckband at that time, on the farm where it stood.
 * A step's pen is that of its last fix; without a fix, that of the gateway with the strongest signal.
 * @param hour start of the hour, epoch ms
 * @param chosen a condition on `s`, the stays
 */
export function hourRows(sql: Queries, hour: number, chosen: Fragment): Fragment {
  const end = hour + hourMs
  return sql`
    with worn as (
      select s.animal_id, s.farm_id, p.neckband_id, greatest(p.from_at, s.from_at, ${hour}::timestamptz) as since,
        least(p.to_at, s.to_at, ${end}::timestamptz) as until
      from stays s join pairings p on p.animal_id = s.animal_id and p.from_at < ${end} and (p.to_at is null or p.to_at > ${hour})
      where ${chosen} and s.from_at < ${end} and (s.to_at is null or s.to_at > ${hour})
    ), heard as (
      select worn.animal_id, worn.farm_id, r.*, floor(extract(epoch from r.at - ${hour}::timestamptz) / ${stepMs / 1000}::int)::int as step
      from worn cross join lateral (
        select at, longitude, latitude, gateway_id, rssi, temperature_c, battery from readings
        where neckband_id = worn.neckband_id and at >= ${hour} and at < ${end} and at >= worn.since and at < worn.until
      ) r
    ), told as (
      select farm_id, animal_id, step, count(*)::int as readings, min(at) as first_at, max(at) as last_at,
        (array_agg(longitude order by at) filter (where longitude is not null))[1] as first_longitude,
        (array_agg(latitude order by at) filter (where longitude is not null))[1] as first_latitude,
        (array_agg(longitude order by at desc) filter (where longitude is not null))[1] as longitude,
        (array_agg(latitude order by at desc) filter (where longitude is not null))[1] as latitude,
        (array_agg(gateway_id order by rssi desc nulls last))[1] as gateway_id, (array_agg(gateway_id order by at desc))[1] as last_gateway_id,
        sum(longitude) as longitudes, sum(latitude) as latitudes, count(longitude) as fixes,
        min(temperature_c) as lowest, max(temperature_c) as highest,
        (array_agg(battery order by at desc) filter (where battery is not null))[1] as battery
      from heard group by farm_id, animal_id, step
    ), fences as materialized (${fencesOf(sql)}),
    placed as (
      select told.*, coalesce(case when told.longitude is null then g.pen_id else inside.id end, 0) as pen_id
      from told left join gateways g on g.id = told.gateway_id
      left join lateral (
        select fences.id from fences where fences.farm_id = told.farm_id and fences.outline @> point(told.longitude, told.latitude)
          and not exists (select from unnest(fences.holes) as hole where hole @> point(told.longitude, told.latitude))
        order by fences.id limit 1
      ) inside on true
    ), moves as (
      select farm_id, animal_id, sum(metres) as metres from (
        select farm_id, animal_id, 111320 * sqrt(power(latitude - lag(latitude) over steps, 2)
          + power((longitude - lag(longitude) over steps) * cos(radians(latitude)), 2)) as metres
        from placed where longitude is not null window steps as (partition by farm_id, animal_id order by step)
      ) as legs group by farm_id, animal_id
    ), laid as (
      select a.farm_id, a.animal_id, string_agg(
        int4send(coalesce(round(placed.longitude * 1000000)::int, ${-(2 ** 31)}::int)) || int4send(coalesce(round(placed.latitude * 1000000)::int, ${-(2 ** 31)}::int))
          || int4send(coalesce(placed.pen_id, -1)::int), ''::bytea order by a.step) as steps
      from (select distinct farm_id, animal_id, n as step from told cross join generate_series(0, ${stepsInHour - 1}::int) as n) as a
      left join placed on placed.farm_id = a.farm_id and placed.animal_id = a.animal_id and placed.step = a.step
      group by a.farm_id, a.animal_id
    )
    select placed.farm_id, ${hour}::timestamptz as hour, placed.animal_id, sum(placed.readings)::int as readings, min(placed.first_at) as first_at, max(placed.last_at) as last_at,
      (array_agg(placed.first_longitude order by placed.step) filter (where placed.longitude is not null))[1] as first_longitude,
      (array_agg(placed.first_latitude order by placed.step) filter (where placed.longitude is not null))[1] as first_latitude,
      (array_agg(placed.longitude order by placed.step desc) filter (where placed.longitude is not null))[1] as last_longitude,
      (array_agg(placed.latitude order by placed.step desc) filter (where placed.longitude is not null))[1] as last_latitude,
      sum(placed.longitudes) / nullif(sum(placed.fixes), 0)::double precision as mean_longitude, sum(placed.latitudes) / nullif(sum(placed.fixes), 0)::double precision as mean_latitude,
      nullif(mode() within group (order by placed.pen_id), 0) as pen_id, min(placed.lowest) as lowest_temperature_c, max(placed.highest) as highest_temperature_c,
      (array_agg(placed.battery order by placed.step desc) filter (where placed.battery is not null))[1] as battery,
      nullif((array_agg(placed.last_gateway_id order by placed.step desc))[1], 0) as gateway_id,
      coalesce(min(moves.metres), 0)::real as moved_metres, (${stepsInHour}::int - count(*))::int * ${stepMs / 60_000}::int as gap_minutes, (array_agg(laid.steps))[1] as steps
    from placed join laid on laid.farm_id = placed.farm_id and laid.animal_id = placed.animal_id
    left join moves on moves.farm_id = placed.farm_id and moves.animal_id = placed.animal_id
    group by placed.farm_id, placed.animal_id`
}

/** Selects the pens of the farms in `worn` as PostgreSQL polygons, which have their own containment operator. */
function fencesOf(sql: Queries): Fragment {
  return sql`
    select pen.id, pen.farm_id, (array_agg(ring.outline order by ring.place))[1] as outline, (array_agg(ring.outline order by ring.place))[2:] as holes
    from pens pen cross join lateral (
      select n as place, (select '(' || string_agg('(' || (corner ->> 0) || ',' || (corner ->> 1) || ')', ',') || ')' from jsonb_array_elements(one) as corner)::polygon as outline
      from jsonb_array_elements(pen.polygon -> 'coordinates') with ordinality as rings (one, n)
    ) ring
    where pen.deleted_at is null and pen.farm_id in (select farm_id from worn)
    group by pen.id, pen.farm_id`
}
