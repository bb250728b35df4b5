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
/** Sizes of two adjacent pens, metres. */
const [penSide, between] = [100, 20]
/** Interval at which an animal moves to another place. */
const legMinutes = 20

/** A trouble of one animal or its neckband, with its period in hours. */
interface Trouble {
  fromHour: number
  toHour: number
  /** Returns its place during the trouble, given its usual one. */
  place?: (usual: Place, step: number) => Place | 'default place'
  signs?: Signs
  isSilent?: boolean
}

const bucket = (): Trouble => ({
  fromHour: 0,
  toHour: hours,
  place: (_usual, step) => legOf(99, Math.floor((step * everyMinutes) / legMinutes)),
})

/** Troubles by the animal's tag, each once. All other animals graze. */
const troubles: Record<string, Trouble> = {
  outside: { fromHour: 8, toHour: 8.5, place: ({ x }) => ({ x, y: penSide + 100 }) },
  battery: { fromHour: 3, toHour: hours, signs: { battery: 12 } },
  opened: { fromHour: 20, toHour: 22, signs: { tamper: true } },
  still: { fromHour: 30, toHour: 44, place: () => ({ x: penSide + between + 40, y: 40 }), signs: { moving: false } },
  hot: { fromHour: 6, toHour: 8, signs: { temperatureC: 55 } },
  // Every fourth position is right, so it is heard throughout.
  dazed: { fromHour: 50, toHour: 52, place: (usual, step) => (step % 4 === 0 ? usual : 'default place') },
  silent: { fromHour: 10, toHour: 13, isSilent: true },
  // Three collars are carried around in one bucket.
  'bucket 1': bucket(),
  'bucket 2': bucket(),
  'bucket 3': bucket(),
  // It lies where its animal lost it for more than a day, while the others move.
  dropped: { fromHour: 4, toHour: 32, place: () => ({ x: 30, y: 30 }), signs: { moving: false } },
  // It goes over to the other pen, which is full.
  visiting: { fromHour: 15, toHour: 17, place: ({ x, y }) => ({ x: x - penSide - between, y }) },
}
const grazing = ['grazing 1', 'grazing 2', 'grazing 3', 'grazing 4', 'grazing 5']
/** Period in which the whole site is silent, hours. */
const outageHours = [60, 60.7] as const

/** All alerts that the default rules raise on this recording after `pledgeTroubles` pledged the herd: each once. */
export const troubleAlerts: readonly (readonly [kind: string, name: string | null])[] = [
  ['BAD_POSITION', 'dazed'],
  ['COLLARS_TOGETHER', null],
  ['COLLAR_REMOVED', 'dropped'],
  ['COLLAR_REMOVED', 'opened'],
  ['COVERAGE_LOW', null],
  ['DAILY_LOG_MISSING', null],
  ['GATEWAY_OFFLINE', null],
  ['HEADCOUNT_DROP', null],
  ['INSURANCE_EXPIRING', null],
  // It holds back LEFT_PEN of the same animal.
  ['LEFT_FARM', 'outside'],
  ['LOW_BATTERY', 'battery'],
  ['NECKBAND_SILENT', 'silent'],
  ['NO_MOVEMENT', 'dropped'],
  ['NO_MOVEMENT', 'still'],
  ['PEN_CROWDED', 'pen 1'],
  ['SITE_OUTAGE', null],
  ['TEMPERATURE', 'hot'],
]

/** Hours in which pledged heads have troubles that are ended by readings: too many are silent, or too many are in one pen. */
export const troubleHours = { HEADCOUNT_DROP: [11.9, 13.5], PEN_CROWDED: [15.2, 17.2] } as const

const random = (animal: number, leg: number) => createRandom(animal * 1000 + leg)

/** Returns where an animal stands during a leg: well inside its pen, and away from its previous place. */
function legOf(animal: number, leg: number): Place {
  const next = random(animal, leg)
  const west = (animal % 2) * (penSide + between)
  const half = leg % 2 === 0 ? 0 : 50
  return { x: west + half + 8 + next() * 34, y: 8 + next() * 84 }
}

/** Extracts the first positions, moved to five minutes before the recording begins, from which its farm can be created. */
export function recordArrival({ tracks, fences }: MadeRecording): MadeRecording {
  const [names = '', ...rows] = tracks.split('\n')
  const [startsAt, before] = [from, from - everyMinutes * minuteMs].map((at) => new Date(at).toISOString())
  const first = rows
    .filter((row) => row.includes(String(startsAt)))
    .map((row) => row.replace(String(startsAt), String(before)))
  return { tracks: `${[names, ...first].join('\n')}\n`, fences }
}

/**
 * Records 17 animals in two pens for three days, a position every five minutes, with one of each trouble that readings can show.
 * @returns tracks with further neckband values, and fences
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
      const basePlace = legOf(index, Math.floor((minute + index) / legMinutes))
      const place = (isOn && trouble.place?.(basePlace, step)) || basePlace
      const [longitude, latitude] = place === 'default place' ? [0, 0] : toDegrees(origin, place)
      const { battery = 80, temperatureC = 38.5, moving = '', tamper = '' } = (isOn && trouble.signs) || {}
      rows.push(
        [
          animal,
          longitude,
          latitude,
          new Date(from + minute * minuteMs).toISOString(),
          battery,
          temperatureC,
          moving,
          tamper,
        ].join(','),
      )
    }
  }
  const features = [0, 1].map((pen) => {
    const west = pen * (penSide + between)
    const corners = [
      [west, 0],
      [west + penSide, 0],
      [west + penSide, penSide],
      [west, penSide],
      [west, 0],
    ] as const
    return {
      type: 'Feature',
      properties: { kind: 'fence', name: `pen ${pen + 1}` },
      geometry: { type: 'Polygon', coordinates: [corners.map(([x, y]) => toDegrees(origin, { x, y }))] },
    }
  })
  return { tracks: `${rows.join('\n')}\n`, fences: JSON.stringify({ type: 'FeatureCollection', features }) }
}
