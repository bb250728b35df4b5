import type { Sql } from '../../server/db/connect.ts'
import { count } from '../report.ts'

export const pastAnimals = 1200
export const pastFarm = 'Past'
const dayMs = 86_400_000
const minutesOfDay = 1440

/**
 * Inserts a farm with its herd, and one reading per animal and minute until now, directly into the database.
 * Each animal walks around in its pen. Sometimes one is silent, or outside its pen, for three hours.
 * @param days full days of readings, in addition to the day before them
 * @returns the farm's id
 */
export async function seedReadings(sql: Sql, days: number): Promise<number> {
  const now = Date.now()
  const first = Math.floor(now / dayMs) * dayMs - days * dayMs - dayMs
  const ring = (west: number, south: number, side: number) => [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ]
  const polygon = (west: number, south: number, side: number) =>
    JSON.stringify({ type: 'Polygon', coordinates: [ring(west, south, side)] })
  const [farm] = await sql<{ id: number }[]>`
    insert into farms (name, supervisor_org_id, time_zone, boundary, created_at, updated_at)
    select ${pastFarm}, organisation_id, 'Asia/Shanghai', ${polygon(100, 44, 0.02)}::text::jsonb, ${first}::timestamptz, ${first}::timestamptz from users where user_name = 'bench' returning id`
  const farmId = farm?.id ?? 0
  for (let pen = 0; pen < 12; pen++) {
    const place = polygon(100 + 0.0005 + (pen % 4) * 0.005, 44 + 0.0005 + Math.floor(pen / 4) * 0.006, 0.004)
    await sql`insert into pens (farm_id, name, polygon, created_at, updated_at) values (${farmId}, ${`Pen ${pen + 1}`}, ${place}::text::jsonb, ${first}, ${first})`
  }
  await sql`
    insert into animals (visual_tag, farm_id, pen_id, category_id, in_herd_from, created_at, updated_at)
    select lpad(n::text, 4, '0'), ${farmId}, (select id from pens where farm_id = ${farmId} order by id offset n % 12 limit 1),
      (select id from lookups where kind = 'CATEGORY' and code = 'CATTLE'), ${first}::timestamptz, ${first}::timestamptz, ${first}::timestamptz
    from generate_series(0, ${pastAnimals - 1}::int) n`
  await sql`
    insert into neckbands (device_id, created_at, updated_at)
    select 'PA' || lpad(n::text, 10, '0'), ${first}::timestamptz, ${first}::timestamptz from generate_series(0, ${pastAnimals - 1}::int) n order by n`
  await sql`
    insert into pairings (neckband_id, animal_id, from_at)
    select n.id, a.id, ${first}::timestamptz from (select id, row_number() over (order by id) as place from neckbands where device_id like 'PA%') n
      join (select id, row_number() over (order by id) as place from animals where farm_id = ${farmId}) a on a.place = n.place`
  const [band] = await sql<{ id: number }[]>`select min(id) as id from neckbands where device_id like 'PA%'`
  const end = Math.floor(now / 60_000) * 60_000
  for (let start = first; start < end; start += dayMs) {
    await sql`call make_readings_partition(${new Date(start).toISOString().slice(0, 10)}::date)`
    const minutes = Math.min(minutesOfDay, (end - start) / 60_000)
    const day = Math.round((start - first) / dayMs)
    await sql`
      insert into readings (at, received_at, neckband_id, gateway_id, source_id, discriminator, longitude, latitude, rssi, battery, temperature_c, moving)
      select t, t, ${band?.id ?? 0}::int + n, 0, 1, 0,
        100.0025 + n % 4 * 0.005 + 0.0015 * cos(m / 40.0 + n) + case when (n * 31 + m / 180 * 17 + ${day}::int * 13) % 211 = 0 then 0.004 else 0 end,
        44.0025 + n / 4 % 3 * 0.006 + 0.0015 * sin(m / 30.0 + n), -70, 80, 38.5, true
      from generate_series(0, ${minutes - 1}::int) m, generate_series(0, ${pastAnimals - 1}::int) n,
        lateral (select ${start}::timestamptz + m * interval '1 minute' + n * interval '40 milliseconds') at (t)
      where (n * 37 + m / 180 * 19 + ${day}::int * 11) % 97 <> 0`
    console.log(`${count((day + 1) * pastAnimals * minutesOfDay)} readings`)
  }
  await sql`vacuum analyze`
  return farmId
}
