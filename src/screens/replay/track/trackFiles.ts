import { endpoints } from '#contract/calls/endpoints.ts'
import type { AnimalTrack } from '#contract/herd/replay.ts'
import { reporting } from '../../../api/call.ts'
import { saveFile } from '../../../api/files/saveFile.ts'
import { request } from '../../../api/request.ts'

export const trackFormats = ['gpx', 'csv'] as const
export type TrackFormat = (typeof trackFormats)[number]

const types: Record<TrackFormat, string> = { gpx: 'application/gpx+xml', csv: 'text/csv;charset=utf-8' }

export interface TrackFix {
  at: number
  longitude: number
  latitude: number
  accuracyM: number | null
}

type Track = Pick<AnimalTrack, 'animal' | 'day' | 'timeZone' | 'gaps'>

/** Loads every fix of a track in pages and saves them as a file. @throws CallError */
export async function saveTrack(
  track: Track & Pick<AnimalTrack, 'from' | 'to'>,
  days: number,
  format: TrackFormat,
): Promise<void> {
  const { animal, day } = track
  const fixes: TrackFix[] = []
  for (let after: number | undefined; ;) {
    const page = await reporting(
      request(endpoints.replay.fixes, { animalId: animal.id, day, days, ...(after !== undefined && { after }) }),
    )
    for (const [index, at] of page.at.entries()) {
      fixes.push({
        at,
        longitude: page.longitudes[index] ?? 0,
        latitude: page.latitudes[index] ?? 0,
        accuracyM: page.accuraciesM[index] ?? null,
      })
    }
    if (page.next === null) break
    after = page.next
  }
  const text = format === 'gpx' ? toGpx(track, fixes) : toCsv(track, fixes)
  saveFile(new Blob([text], { type: types[format] }), `${animal.visualTag} ${day}.${format}`)
}

const instant = (at: number) => new Date(at).toISOString()
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Returns a track as GPX 1.1 with UTC times: a segment per piece between gaps. */
export function toGpx({ animal, gaps }: Track, fixes: readonly TrackFix[]): string {
  const ends = gaps.map(({ from }) => from)
  const points = fixes.map(({ at, longitude, latitude }, index) => {
    const point = `<trkpt lat="${latitude}" lon="${longitude}"><time>${instant(at)}</time></trkpt>`
    const before = fixes[index - 1]?.at ?? at
    return ends.some((end) => before <= end && end < at) ? `</trkseg><trkseg>\n${point}` : point
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Drover" xmlns="http://www.topografix.com/GPX/1/1">',
    `<trk><name>${escaped(animal.visualTag)}</name><trkseg>`,
    ...points,
    '</trkseg></trk>',
    '</gpx>',
    '',
  ].join('\n')
}

/** Returns a track as CSV with times in UTC and in the farm's time zone, with its offset at that time. */
export function toCsv({ timeZone }: Track, fixes: readonly TrackFix[]): string {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (at: number) =>
    offset
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')
      ?.value.replace('GMT', '') || '+00:00'
  const rows = fixes.map(({ at, longitude, latitude, accuracyM }) =>
    [instant(at), `${local.format(at).replace(' ', 'T')}${offsetAt(at)}`, longitude, latitude, accuracyM ?? ''].join(
      ',',
    ),
  )
  return [`time_utc,time_${timeZone},longitude,latitude,accuracy_m`, ...rows, ''].join('\r\n')
}
