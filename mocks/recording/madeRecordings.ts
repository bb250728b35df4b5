import { createScene } from '../herd/createScene.ts'
import { createGrazing } from '../herd/grazing.ts'
import { moveInside, toDegrees, type Place } from '../herd/plane.ts'
import { createRandom, hash } from '../herd/random.ts'
import type { SceneAnimal } from '../herd/scene.ts'

/** A recording as the contents of its files. */
export interface MadeRecording {
  /** CSV. */
  tracks: string
  /** GeoJSON; empty without fences. */
  fences: string
}

const minuteMs = 60_000
const aimMs = 10 * minuteMs
const from = Date.UTC(2026, 4, 1, 6)
/** The whole site is cut off once. */
export const outage = { from: from + 13 * 60 * minuteMs, to: from + 13 * 60 * minuteMs + 48 * minuteMs }

/** Scatter of positions, and its maximum, and the maximum distance outside the fence, metres. */
const scatterMetres = 1.9
const maxScatterMetres = 6
const outsideMetres = 2.5
/** Distance from the fence of an animal that feeds there. */
const bunkMetres = 0.8

/**
 * Records 20 penned animals of the simulated herd for 24 hours, heard like real steers in a feedlot: every 5 s near a reader, for about a minute,
 * then not for minutes, rarely for up to two hours.
 * All 20 are heard within 5 minutes in 6 % of the time, within 30 in 77 %, within 60 in 92 %, within 150 always. Positions scatter over the fence.
 */
export function recordPennedHerd(): MadeRecording {
  const scene = createScene()
  const farm = scene.farms.find(({ pens }) => pens.length > 2) ?? scene.farms[0]
  const pen = farm?.pens.find(({ index }) => farm.animals.filter((animal) => animal.pen.index === index).length >= 20)
  if (!farm || !pen) throw new Error('no pen of the scene holds 20 animals')
  const grazing = createGrazing(scene)
  const random = createRandom(20)

  /** Returns an animal's next target: every other time along the fence, as at a feed bunk. */
  const aimOf = (animal: SceneAnimal, leg: number): Place => {
    const { place } = grazing.aim(animal, leg * aimMs, leg)
    const side = pen.sides[hash(animal.index, leg) % (2 * pen.sides.length)]
    if (!side) return place
    const beyond = (place.x - side.from.x) * side.inwardX + (place.y - side.from.y) * side.inwardY - bunkMetres
    return { x: place.x - side.inwardX * beyond, y: place.y - side.inwardY * beyond }
  }
  const placeOf = (animal: SceneAnimal, at: number): Place => {
    const leg = Math.floor(at / aimMs)
    const [a, b] = [aimOf(animal, leg), aimOf(animal, leg + 1)]
    const share = at / aimMs - leg
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
  }
  const rows = farm.animals
    .filter((animal) => animal.pen === pen)
    .slice(0, 20)
    .flatMap((animal) => {
      const noise = { x: 0, y: 0 }
      return hearings(random).map((at) => {
        for (const axis of ['x', 'y'] as const) {
          const step = (random() + random() + random() + random() - 2) * scatterMetres
          noise[axis] = Math.max(-maxScatterMetres, Math.min(maxScatterMetres, noise[axis] * 0.9 + step))
        }
        const { x, y } = placeOf(animal, at)
        const shown = { x: x + noise.x, y: y + noise.y }
        moveInside(pen.sides, shown, -outsideMetres)
        return { animal: animal.visualTag, at, place: toDegrees(farm.origin, shown) }
      })
    })
  const features = farm.pens.map(({ name, polygon }) => ({
    type: 'Feature',
    properties: { kind: 'fence', name },
    geometry: polygon,
  }))
  return { tracks: toCsv(rows), fences: JSON.stringify({ type: 'FeatureCollection', features }) }
}

/** The instants at which one animal is heard. */
function hearings(random: () => number): number[] {
  const instants: number[] = []
  const exponential = (meanMs: number) => -Math.log(1 - random()) * meanMs
  const to = from + 24 * 60 * minuteMs
  for (let at = from + random() * minuteMs; at < to;) {
    for (const end = at + exponential(50_000); at < Math.min(end, to); at += 5000 + (random() - 0.5) * 1400) {
      if (at < outage.from || at > outage.to) instants.push(Math.round(at))
    }
    const chance = random()
    if (chance < 0.001) at += (60 + random() * 80) * minuteMs
    else if (chance < 0.085) at += Math.min(100 * minuteMs, exponential(9 * minuteMs))
    else at += (1 + random() * 3) * minuteMs
  }
  return instants
}

/**
 * Records 38 collars on open hills for four days, a fix every twelve minutes, with faults as in a real pilot. Some fixes are the device's default
 * place, some lack half of the position, one lies beyond the pole.
 */
export function recordDirtyCollars(): MadeRecording {
  const random = createRandom(38)
  const rows = Array.from({ length: 38 }, (_, collar) =>
    Array.from({ length: 480 }, (_row, step) => {
      const chance = random()
      const at = Math.round(from + (step + random()) * 12 * minuteMs)
      const [longitude, latitude] = [
        -3.4 + Math.sin(step / 40 + collar) * 0.02,
        37.1 + Math.cos(step / 55 + collar) * 0.02,
      ]
      const place: [number, number] =
        collar === 7 && step === 100
          ? [longitude, 97.1]
          : chance < 0.04
            ? [0, 1.003_906_31]
            : chance < 0.041
              ? [0, latitude]
              : [longitude, latitude]
      return { animal: `C${collar + 1}`, at, place }
    }),
  ).flat()
  return { tracks: toCsv(rows), fences: '' }
}

function toCsv(rows: readonly { animal: string; at: number; place: readonly [number, number] }[]): string {
  const lines = rows
    .toSorted((a, b) => a.at - b.at)
    .map(
      ({ animal, at, place: [longitude, latitude] }) =>
        `${animal},${longitude.toFixed(7)},${latitude.toFixed(7)},${new Date(at).toISOString()}`,
    )
  return ['animal,lon,lat,time', ...lines, ''].join('\n')
}
