import { createColumns } from '#contract/live/frameColumns.ts'
import { encodeFrame, flags, frameKinds, toAgo } from '#contract/live/frames.ts'
import { metresPerDegree, type Polygon } from '#contract/values/geo.ts'

/** The herd of both pages: four adjacent square farms, full of animals that each walk a metre a second. */
export const farmCount = 4
const farmMetres = 1600
const gapMetres = 80
const originLatitude = 43.9
const firstLongitude = 116
const east = metresPerDegree * Math.cos((originLatitude * Math.PI) / 180)

export const centre: [longitude: number, latitude: number] = [
  firstLongitude + (farmMetres + gapMetres / 2) / east,
  originLatitude + (farmMetres + gapMetres / 2) / metresPerDegree,
]
export const zoom = 13.3

export function farmOrigin(farm: number): [longitude: number, latitude: number] {
  const step = farmMetres + gapMetres
  return [firstLongitude + ((farm % 2) * step) / east, originLatitude + (Math.floor(farm / 2) * step) / metresPerDegree]
}

export function farmBoundary(farm: number): Polygon {
  const [longitude, latitude] = farmOrigin(farm)
  const [toLongitude, toLatitude] = [longitude + farmMetres / east, latitude + farmMetres / metresPerDegree]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [longitude, latitude],
        [toLongitude, latitude],
        [toLongitude, toLatitude],
        [longitude, toLatitude],
        [longitude, latitude],
      ],
    ],
  }
}

/** Returns an animal's position at a step of its round, in degrees from the farm's origin. Each animal walks its own way. */
export function place(farm: number, slot: number, step: number): [longitude: number, latitude: number] {
  const seed = Math.sin(slot * 12.9898 + farm * 78.233) * 43_758.5453
  const other = Math.sin(slot * 39.3467 + farm * 11.135) * 24_634.6345
  const heading = slot * 2.399_963 + (step / steps) * 2 * Math.PI
  // The circumference is one metre per step.
  const radius = steps / (2 * Math.PI)
  const x = (seed - Math.floor(seed)) * (farmMetres - 40) + 20 + Math.cos(heading) * radius
  const y = (other - Math.floor(other)) * (farmMetres - 40) + 20 + Math.sin(heading) * radius
  return [x / east, y / metresPerDegree]
}

/** Steps of a round, each with a frame prepared in advance. */
export const steps = 12
export const herdAt = Date.UTC(2026, 4, 1)

/** Encodes a farm's frame of a step; every animal has moved. */
export function frameBytes(
  kind: keyof typeof frameKinds,
  farm: number,
  count: number,
  step: number,
): Uint8Array<ArrayBuffer> {
  const marked = kind === 'snapshot' ? count : 0
  const { moves, marks } = createColumns(count, marked)
  for (let slot = 0; slot < count; slot++) {
    const [longitude, latitude] = place(farm, slot, step)
    moves.slots[slot] = slot
    moves.longitudeOffsets[slot] = longitude
    moves.latitudeOffsets[slot] = latitude
    moves.heardAgo[slot] = moves.fixedAgo[slot] = toAgo(herdAt - 2000, herdAt)
    if (!marked) continue
    marks.slots[slot] = slot
    marks.penIds[slot] = farm + 1
    marks.flags[slot] = slot % 500 === 7 ? flags.unaccounted : 0
    marks.batteries[slot] = 80
  }
  const [originLongitude, originLatitude] = farmOrigin(farm)
  return encodeFrame(
    { kind: frameKinds[kind], farmId: farm + 1, epoch: 1, sequence: step, herdAt, originLongitude, originLatitude },
    { moves, marks },
  )
}
