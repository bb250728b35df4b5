import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { toDegrees, type Place } from '../herd/plane.ts'
import { createRandom } from '../herd/random.ts'
import type { MadeRecording } from './madeRecordings.ts'
import type { Signs } from './tracks.ts'

const minuteMs = 60_000
const everyMinutes = 5
const hours = 72
const from = Date.UTC(2026, 4, 1)
const origin: LongitudeLatitude = [116.08, 43.94]
/** Metres: two pens side by side. */
const [penSide, between] = [100, 20]
/** An animal goes on to another place so often. */
const legMinutes = 20

/** A trouble of one animal or its neckband, by the hours of its duration. */
interface Trouble {
  fromHour: number
  toHour: number
  /** Where it is meanwhile, in place of where it would be. */
  place?: (usual: Place, step: number) => Place | 'default place'
  signs?: Signs
  isSilent?: boolean
}

const bucket = (): Trouble => ({ fromHour: 0, toHour: hours, place: (_usual, step) => legOf(99, Math.floor((step * everyMinutes) / legMinutes)) })

/** Animals by their tags: what goes wrong with each of them, once. The others graze. */
const troubles: Record<string, Trouble> = {
  outside: { fromHour: 8, toHour: 8.5, place: ({ x }) => ({ x, y: penSide + 100 }) },
  battery: { fromHour: 3, toHour: hours, signs: { battery: 12 } },
  opened: { fromHour: 20, toHour: 22, signs: { tamper: true } },
  still: { fromHour: 30, toHour: 44, place: () => ({ x: penSide + between + 40, y: 40 }), signs: { moving: false } },
  hot: { fromHour: 6, toHour: 8, signs: { temperatureC: 55 } },
  // Each fourth position is right: it is heard all the while.
  dazed: { fromHour: 50, toHour: 52, place: (usual, step) => (step % 4 === 0 ? usual : 'default place') },
  silent: { fromHour: 10, toHour: 13, isSilent: true },
  // Three collars go about in one bucket.
  'bucket 1': bucket(),
  'bucket 2': bucket(),
  'bucket 3': bucket(),
  // It lies where its animal lost it for more than a day, while the others go about.
  dropped: { fromHour: 4, toHour: 32, place: () => ({ x: 30, y: 30 }), signs: { moving: false } },
}
const grazing = ['grazing 1', 'grazing 2', 'grazing 3', 'grazing 4', 'grazing 5', 'grazing 6']
/** The whole site is silent in it, hours. */
const outageHours = [60, 60.7] as const

/** The alerts that the default rules raise on it: of each trouble its kind, once, and nothing else. */
export const troubleAlerts: readonly (readonly [kind: string, tag: string | null])[] = [
  ['BAD_POSITION', 'dazed'],
  ['COLLARS_TOGETHER', null],
  ['COLLAR_REMOVED', 'dropped'],
  ['COLLAR_REMOVED', 'opened'],
  ['GATEWAY_OFFLINE', null],
  ['LEFT_FARM', 'outside'],
  ['LEFT_PEN', 'outside'],
  ['LOW_BATTERY', 'battery'],
  ['NECKBAND_SILENT', 'silent'],
  ['NO_MOVEMENT', 'dropped'],
  ['NO_MOVEMENT', 'still'],
  ['SITE_OUTAGE', null],
  ['TEMPERATURE', 'hot'],
]

const random = (animal: number, leg: number) => createRandom(animal * 1000 + leg)

/** Where an animal stands in a part of a day: well inside its pen, and never for long near where it stood before. */
function legOf(animal: number, leg: number): Place {
  const next = random(animal, leg)
  const west = (animal % 2) * (penSide + between)
  const half = leg % 2 === 0 ? 0 : 50
  return { x: west + half + 8 + next() * 34, y: 8 + next() * 84 }
}

/**
 * 17 animals in two pens for three days, a position every five minutes, and one of each trouble that readings tell of.
 * @returns tracks with what neckbands tell besides, and fences
 */
export function recordTroubles(): MadeRecording {
  const animals = [...Object.keys(troubles), ...grazing]
  const rows: string[] = ['animal,lon,lat,time,battery,temperatureC,moving,tamper']
  for (let step = 0; step < (hours * 60) / everyMinutes; step++) {
    const minute = step * everyMinutes
    const hour = minute / 60
    if (hour >= outageHours[0] && hour < outageHours[1]) continue
    for (const [index, animal] of animals.entries()) {
      const trouble = troubles[animal]
      const isOn = trouble !== undefined && hour >= trouble.fromHour && hour < trouble.toHour
      if (isOn && trouble.isSilent === true) continue
      const usual = legOf(index, Math.floor((minute + index) / legMinutes))
      const place = (isOn && trouble.place?.(usual, step)) || usual
      const [longitude, latitude] = place === 'default place' ? [0, 0] : toDegrees(origin, place)
      const { battery = 80, temperatureC = 38.5, moving = '', tamper = '' } = (isOn && trouble.signs) || {}
      rows.push([animal, longitude, latitude, new Date(from + minute * minuteMs).toISOString(), battery, temperatureC, moving, tamper].join(','))
    }
  }
  const features = [0, 1].map((pen) => {
    const west = pen * (penSide + between)
    const corners = [[west, 0], [west + penSide, 0], [west + penSide, penSide], [west, penSide], [west, 0]] as const
    return { type: 'Feature', properties: { kind: 'fence', name: `pen ${pen + 1}` }, geometry: { type: 'Polygon', coordinates: [corners.map(([x, y]) => toDegrees(origin, { x, y }))] } }
  })
  return { tracks: `${rows.join('\n')}\n`, fences: JSON.stringify({ type: 'FeatureCollection', features }) }
}
