import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { unknownBattery } from '#contract/live/frames.ts'
import { flatten, flattenPolygon, metresOutside } from '#contract/values/flatPolygons.ts'
import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'
import { useClock } from '../clock.ts'
import { isDrawn, neverS, type HerdColumns } from './herdColumns.ts'
import { herdSource } from './herds.ts'

/** An animal as of the last frame of its farm. */
export interface AnimalNow {
  farmId: number
  visualTag: string
  /** Newest believed position; null: none yet. */
  position: LongitudeLatitude | null
  /** Pen in which it was last located, and pen to which it belongs; 0: none. */
  penId: number
  ownPenId: number
  /** When it was last heard, and when its newest position was measured, herd time, epoch ms; null: never. */
  heardAt: number | null
  fixedAt: number | null
  batteryPercent: number | null
}

type Herds = ReadonlyMap<number, HerdColumns>

/** Animals read from a herd's last frame; a new frame has a new wrapper. */
const cached = new WeakMap<HerdColumns, Map<number, AnimalNow>>()

/** Returns an animal of watched farms; the same object until the farm's next frame. Null when no watched farm has it. */
export function readAnimalNow(herds: Herds, animalId: number): AnimalNow | null {
  for (const herd of herds.values()) {
    const earlier = cached.get(herd)?.get(animalId)
    if (earlier) return earlier
    const slot = herd.animalIds.indexOf(animalId)
    if (slot < 0) continue
    const found = animalAt(herd, slot)
    const animals = cached.get(herd) ?? new Map<number, AnimalNow>()
    cached.set(herd, animals.set(animalId, found))
    return found
  }
  return null
}

/** Returns the animal in a herd's slot. */
export function animalAt(herd: HerdColumns, slot: number): AnimalNow {
  const battery = herd.batteries[slot]!
  return {
    farmId: herd.farmId,
    visualTag: herd.visualTags[slot]!,
    position: isDrawn(herd, slot)
      ? [herd.originLongitude + herd.longitudeOffsets[slot]!, herd.originLatitude + herd.latitudeOffsets[slot]!]
      : null,
    penId: herd.penIds[slot]!,
    ownPenId: herd.ownPenIds[slot]!,
    heardAt: instantOf(herd, herd.heardAtS[slot]!),
    fixedAt: instantOf(herd, herd.fixedAtS[slot]!),
    batteryPercent: battery === unknownBattery ? null : battery,
  }
}

/** Returns a time column's value as epoch ms, in steps of the wire's tenth of a second. */
function instantOf(herd: HerdColumns, seconds: number): number | null {
  return seconds === neverS ? null : Math.round((herd.baseAt + seconds * 1000) / 100) * 100
}

/** Follows an animal of a watched farm in steps of the clock. */
export function useAnimalNow(animalId: number | null): AnimalNow | null {
  return useClock(() => (animalId === null ? null : readAnimalNow(herdSource.read(), animalId)))
}

/**
 * Returns how far an animal is outside the fence of its alert at its last position, metres; negative inside.
 * A zone's pens count as one place, and the farm's pens belong to the farm, as in the alert's rule.
 * @returns null for another kind of alert, and without a position or a fence
 */
export function metresOutsideFence(
  scene: Pick<Scene, 'farms' | 'pens'>,
  alert: Pick<Alert, 'kind' | 'farmId' | 'farmSlotId'>,
  { position, penId, ownPenId }: AnimalNow,
): number | null {
  if (position === null) return null
  const metresFrom = (polygon: Polygon) =>
    metresOutside(flattenPolygon(polygon, position), ...flatten(position, position))
  if (alert.kind === 'LEFT_PEN') {
    const own = scene.pens.find(({ id }) => id === (ownPenId === 0 ? alert.farmSlotId : ownPenId))
    if (own === undefined) return null
    const { zone } = own
    const fences = scene.pens.filter((pen) => pen.id === own.id || (zone !== null && pen.zone === zone))
    const ofZone = fences.filter(({ farmId }) => farmId === own.farmId)
    return Math.min(...ofZone.map(({ polygon }) => metresFrom(polygon)))
  }
  if (alert.kind !== 'LEFT_FARM') return null
  if (penId !== 0) return 0
  const farm = scene.farms.find(({ id }) => id === alert.farmId)
  return farm === undefined ? null : metresFrom(farm.boundary)
}

/** Returns the later of a live instant and a loaded one, epoch ms: every age of an animal on a screen comes from here. Null: neither. */
export function laterOf(live: number | null | undefined, loaded: string | null): number | null {
  const loadedAt = loaded === null ? null : Date.parse(loaded)
  if (live == null) return loadedAt
  return loadedAt === null ? live : Math.max(live, loadedAt)
}
