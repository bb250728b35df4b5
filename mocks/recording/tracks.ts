import { metresPerDegree, type LongitudeLatitude } from '#contract/values/geo.ts'
import type { SentReading } from '../herd/message.ts'
import { parseTable } from './table.ts'

/** The columns of a recording: metres from the origin (x, y) or degrees (lon, lat). */
export interface Columns {
  id: string
  time: string
  across: string
  up: string
  isMetres: boolean
}

/** One row of a recording, sent exactly as recorded. */
export interface Track {
  id: string
  /** Epoch ms, or the raw text when it is no time. */
  at: number | string
  /** Degrees, or the raw text when it is no number; null when empty. */
  longitude: number | string | null
  latitude: number | string | null
  /** Further values of the neckband, from columns named as in our own JSON. */
  signs: Signs
}

const numberSigns = ['battery', 'temperatureC'] as const
const flagSigns = ['moving', 'tamper'] as const
export type Signs = Pick<SentReading, (typeof numberSigns)[number] | (typeof flagSigns)[number]>

export interface Recording {
  /** Ordered by time. A row without a plausible time stays at its place in the file. */
  tracks: Track[]
  /** First and last plausible instant, epoch ms. */
  from: number
  to: number
  columns: Columns
}

const defaultColumnNames = {
  id: [
    'id',
    'animal',
    'animal_id',
    'animalid',
    'calftag',
    'tag',
    'eartag',
    'ear_tag',
    'id_collar',
    'collar',
    'collar_id',
    'device',
    'device_id',
    'deviceid',
    'neckband',
    'individual',
    'individual-local-identifier',
    'name',
  ],
  time: ['time', 'timestamp', 'time_stamp', 'datetime', 'date_time', 'at', 'utc', 'date'],
  x: ['x', 'x_m', 'easting'],
  y: ['y', 'y_m', 'northing'],
  lon: ['lon', 'lng', 'long', 'longitude', 'location-long'],
  lat: ['lat', 'latitude', 'location-lat'],
} as const
type Part = keyof typeof defaultColumnNames

/**
 * Finds the columns of a recording: named ones (`id=calftag,x=x,y=y,time=dateTime`), else the usual names. Degrees win when a file has both and none
 * are named.
 * @throws Error that names what is missing
 */
export function findColumns(names: readonly string[], named = ''): Columns {
  const namedColumns = new Map<string, string>()
  for (const pair of named.split(',').filter(Boolean)) {
    const [part = '', column = ''] = pair.split('=').map((text) => text.trim())
    if (!(part in defaultColumnNames)) throw new Error(`--columns: ${part} is none of id, time, x, y, lon, lat`)
    if (!names.includes(column)) throw new Error(`--columns: the file has no column ${column}`)
    namedColumns.set(part, column)
  }
  const find = (part: Part): string | undefined =>
    namedColumns.get(part) ??
    defaultColumnNames[part].map((name) => names.find((column) => column.toLowerCase() === name)).find(Boolean)
  const need = (part: Part, column: string | undefined): string => {
    if (column === undefined) throw new Error(`no column for ${part} among ${names.join(', ')}: say which by --columns`)
    return column
  }
  const wantsMetres = namedColumns.has('x') || namedColumns.has('y')
  const isMetres = wantsMetres || find('lon') === undefined || find('lat') === undefined
  if (isMetres && !wantsMetres && find('x') === undefined) need('lon', undefined)
  return {
    id: need('id', find('id')),
    time: need('time', find('time')),
    across: isMetres ? need('x', find('x')) : need('lon', find('lon')),
    up: isMetres ? need('y', find('y')) : need('lat', find('lat')),
    isMetres,
  }
}

/** Converts metres east and north of an origin to degrees. */
export function fromMetres(
  [originLongitude, originLatitude]: LongitudeLatitude,
  x: number,
  y: number,
): LongitudeLatitude {
  const longitude = originLongitude + x / (metresPerDegree * Math.cos((originLatitude * Math.PI) / 180))
  return [Math.round(longitude * 1e9) / 1e9, Math.round((originLatitude + y / metresPerDegree) * 1e9) / 1e9]
}

/** Parses a recording. */
export function readRecording(text: string, origin: LongitudeLatitude, named?: string): Recording {
  const { columns: names, rows } = parseTable(text)
  const columns = findColumns(names, named)
  const placeOf = (name: string) => names.indexOf(name)
  const [id, time, across, up] = [columns.id, columns.time, columns.across, columns.up].map(placeOf) as [
    number,
    number,
    number,
    number,
  ]

  const signsOf = (cells: readonly string[]): Signs => {
    const cellOf = (name: string) => (cells[placeOf(name)] ?? '').trim()
    const numbers = numberSigns.filter((name) => cellOf(name) !== '').map((name) => [name, Number(cellOf(name))])
    const flags = flagSigns.filter((name) => cellOf(name) !== '').map((name) => [name, cellOf(name) === 'true'])
    return Object.fromEntries([...numbers, ...flags])
  }

  const tracks = rows.map((cells): Track => {
    const [x, y] = [toNumber(cells[across]), toNumber(cells[up])]
    const isPlace = columns.isMetres && typeof x === 'number' && typeof y === 'number'
    const [longitude, latitude] = isPlace ? fromMetres(origin, x, y) : [x, y]
    return { id: (cells[id] ?? '').trim(), at: toTime(cells[time] ?? ''), longitude, latitude, signs: signsOf(cells) }
  })
  return { ...inOrder(tracks), columns }
}

function toNumber(cell: string | undefined): number | string | null {
  const text = (cell ?? '').trim()
  if (text === '' || text === 'NA') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

/** Parses ISO 8601, `yyyy-mm-dd hh:mm:ss` (UTC without a zone), or epoch seconds or milliseconds; returns other text unchanged. */
export function toTime(cell: string): number | string {
  const text = cell.trim()
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000)
  if (/^\d{12,13}$/.test(text)) return Number(text)
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i.exec(text)
  if (!parts) return text
  const [, day, clock = '00:00:00', zone = 'Z'] = parts
  const at = Date.parse(
    `${day}T${clock}${/^utc$/i.test(zone) ? 'Z' : zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`,
  )
  return Number.isNaN(at) ? text : at
}

/** Times are impossible when they are further than this, and than twice the recording's length, from nearly all others, ms. */
const strayMs = 30 * 86_400_000

function inOrder(tracks: Track[]): { tracks: Track[]; from: number; to: number } {
  const times = tracks.flatMap(({ at }) => (typeof at === 'number' ? [at] : [])).toSorted((a, b) => a - b)
  const quantile = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN
  if (times.length === 0) throw new Error('no row of the recording has a time')
  const margin = Math.max(strayMs, 2 * (quantile(0.99) - quantile(0.01)))
  const [earliest, latest] = [quantile(0.01) - margin, quantile(0.99) + margin]
  const isTrue = (at: number | string): at is number => typeof at === 'number' && at >= earliest && at <= latest

  const truths = times.filter(isTrue)
  const from = truths[0] ?? quantile(0)
  let last = from
  const placed = tracks.map((track, row) => {
    if (isTrue(track.at)) last = track.at
    return { track, at: last, row }
  })
  placed.sort((a, b) => a.at - b.at || a.row - b.row)
  return { tracks: placed.map(({ track }) => track), from, to: truths.at(-1) ?? from }
}
