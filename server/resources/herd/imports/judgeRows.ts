import { birthFault } from '#contract/herd/animals/births.ts'
import { gatewayPlaceFault } from '#contract/herd/gatewayPlaces.ts'
import { oddityOf } from '#contract/values/earTags.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { machineNow } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import { dayAt } from '../../../farmDays.ts'
import type { Imported, JudgedRow, Judgement } from '../../../records/import/describe.ts'

type Judge = Imported['judge']

interface FarmOfRows {
  id: number
  zone: string
  boundary: Polygon
}
async function farmsOf(sql: Queries, rows: readonly JudgedRow[]): Promise<Map<number, FarmOfRows>> {
  const ids = [...new Set(rows.map(({ columns }) => Number(columns['farm_id'])))]
  const farms = await sql<
    FarmOfRows[]
  >`select id, time_zone as zone, boundary from farms where id = any(${ids}::bigint[])`
  return new Map(farms.map((farm) => [farm.id, farm]))
}

/** Compares animals of a sheet with the calendar and the herd: impossible births, test transponders, tags that resemble others of the farm. */
export const judgeAnimals: Judge = async ({ sql, now }, rows) => {
  if (rows.length === 0) return []
  const farms = await farmsOf(sql, rows)
  // In a replay, herd time is behind the calendar of the person who imports.
  const latest = Math.max(now, machineNow())
  const judged = rows.flatMap(({ row, columns }): Judgement[] => {
    const birth = columns['birth_date']
    const zone = farms.get(Number(columns['farm_id']))?.zone ?? 'UTC'
    const fault = typeof birth === 'string' ? birthFault(birth, dayAt(latest, zone)) : null
    const [scheme, value] = [columns['electronic_scheme'], columns['electronic_tag']]
    const isTest = scheme === 'ISO_11784' && oddityOf({ scheme, value: String(value) }, null) === 'TEST'
    return [
      ...(fault === null ? [] : [{ row, field: 'birthDate', code: fault }]),
      ...(isTest ? [{ row, field: 'electronicTag.value', code: 'TAG_TEST' as const }] : []),
    ]
  })
  return [...judged, ...(await similarTags(sql, rows))]
}

async function similarTags(sql: Queries, rows: readonly JudgedRow[]): Promise<Judgement[]> {
  const tags = rows.map(({ row, columns }) => ({ row, farm: columns['farm_id'], tag: columns['visual_tag'] }))
  const found = await sql<{ row: number; similar: string[] }[]>`
    select (e ->> 'row')::int as row, array_agg(a.visual_tag order by a.visual_tag) as similar
    from jsonb_array_elements(${JSON.stringify(tags)}::text::jsonb) e
    join animals a on a.farm_id = (e ->> 'farm')::bigint and folded_tag(a.visual_tag) = folded_tag(e ->> 'tag')
      and a.visual_tag <> e ->> 'tag' and a.deleted_at is null
    group by 1`
  return found.map(({ row, similar }) => ({ row, field: 'visualTag', code: 'SIMILAR', possible: similar }))
}

/** A MAC or EUI with too few or too many digits. */
const isOddLength = (id: unknown, shortest: number) => {
  const text = String(id)
  const bare = text.replaceAll(/[:\-.\s]/g, '')
  return /^[0-9A-F]+$/.test(bare) && bare.length >= shortest && ![12, 15, 16].includes(bare.length)
}
/** Shortest text of hexadecimal digits that is meant as a MAC; shorter ones may be names of the owner. */
const shortestMac = 6
const shortestNeckbandMac = 10

/** Compares the positions of a sheet's gateways with their farms, and the lengths of their MACs. */
export const judgeGateways: Judge = async ({ sql }, rows) => {
  if (rows.length === 0) return []
  const farms = await farmsOf(sql, rows)
  return rows.flatMap(({ row, columns }): Judgement[] => {
    const boundary = farms.get(Number(columns['farm_id']))?.boundary
    const place = [Number(columns['longitude']), Number(columns['latitude'])] as const
    const code = boundary ? gatewayPlaceFault([...place], boundary) : null
    return [
      ...(code === null ? [] : [{ row, field: 'longitude', code }]),
      ...(isOddLength(columns['mac'], shortestMac) ? [{ row, field: 'mac', code: 'ID_LENGTH' as const }] : []),
    ]
  })
}

/** Compares the lengths of a sheet's device ids with those of MACs and EUIs. */
export const judgeNeckbands: Judge = async (_context, rows) =>
  rows.flatMap(({ row, columns }): Judgement[] =>
    isOddLength(columns['device_id'], shortestNeckbandMac) ? [{ row, field: 'deviceId', code: 'ID_LENGTH' }] : [],
  )
