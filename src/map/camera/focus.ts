import type { Map as MapLibreMap } from 'maplibre-gl'
import { metresPerDegree, type LongitudeLatitude } from '#contract/values/geo.ts'
import { boundsOf, outerRing } from '../geometry.ts'
import { centreOnSeen, hiddenPartsOf, seenSize } from './beyond.ts'
import { drawnOffset, isDrawn, type HerdColumns } from '../../store/herd/herdColumns.ts'
import type { MapState } from '../mapState.ts'

/** Target of the map's view. A new object starts a new flight, even to the same place. */
export type Focus =
  | { kind: 'all' }
  | { kind: 'farm'; farmId: number }
  | { kind: 'pen'; penId: number }
  /** `penId`: also shows the assigned pen if it is near. */
  | { kind: 'animal'; animalId: number; farmId?: number; penId?: number | null }

const flightMs = 1400
/** Close enough to distinguish an animal from its neighbours. */
const animalZoom = 17.2
const nearMetres = 1500
/** Width of an animal's card over the map, design pixels. */
const cardPixels = 345

/** Extent of a farm's name below and to each side of its symbol's middle, with a gap, design pixels. */
const [nameBelowPixels, nameBesidePixels] = [72, 92]

export interface Flight {
  /** Scale of design pixels on this screen. */
  scale: number
  /** Whether to animate the flight; otherwise the view jumps. */
  isAnimated: boolean
  /** Whether an animal's card covers the start side of the map. */
  hasCard: boolean
}

/** Returns the padding that also fits farm names; a small map reserves less. */
export function roomForNames(
  furniture: ReturnType<typeof controlsPadding>,
  { clientWidth, clientHeight }: Pick<HTMLElement, 'clientWidth' | 'clientHeight'>,
  scale: number,
) {
  const beside = Math.min(nameBesidePixels * scale, clientWidth * 0.2)
  const { top, bottom, left, right } = furniture
  return {
    top,
    bottom: bottom + Math.min(nameBelowPixels * scale, clientHeight * 0.3),
    left: Math.max(left, beside),
    right: Math.max(right, beside),
  }
}

/** Returns the padding for fixed controls along the edges, pixels; a small map reserves less. */
export function controlsPadding(
  { clientWidth, clientHeight }: Pick<HTMLElement, 'clientWidth' | 'clientHeight'>,
  isRightToLeft: boolean,
  { scale, hasCard }: Flight,
) {
  // On a small map the card lies along the lower edge.
  const isWide = clientWidth > 2.5 * cardPixels * scale
  const start = hasCard && isWide ? cardPixels * scale : Math.min(70 * scale, clientWidth * 0.08)
  const end = Math.min(225 * scale, clientWidth * 0.23)
  return {
    top: Math.min(96 * scale, clientHeight * 0.16),
    bottom: hasCard && !isWide ? clientHeight * 0.55 : Math.min(96 * scale, clientHeight * 0.2),
    left: isRightToLeft ? end : start,
    right: isRightToLeft ? start : end,
  }
}

/**
 * Moves the view to its target.
 * @returns false when the animal is not yet loaded; the map then moves to its farm, if given
 */
export function flyTo(
  map: MapLibreMap,
  focus: Focus,
  scene: MapState['scene'],
  herds: ReadonlyMap<number, HerdColumns>,
  how: Flight,
): boolean {
  const durationMs = how.isAnimated ? flightMs : 0
  const container = map.getContainer()
  const size = seenSize(container)
  const padding = controlsPadding(size, getComputedStyle(container).direction === 'rtl', how)
  centreOnSeen(map)
  const fit = (points: LongitudeLatitude[], maxZoom: number, room = padding) => {
    if (points.length === 0) return
    map.fitBounds(boundsOf(points), { padding: room, maxZoom, duration: durationMs, essential: true })
  }
  switch (focus.kind) {
    case 'all':
      fit(
        scene.farms.flatMap((farm) => outerRing(farm.boundary)),
        15,
        roomForNames(padding, size, how.scale),
      )
      return true
    case 'farm': {
      // Fits the pens, where the herd is; the surrounding land may be cut off.
      const pens = scene.pens.filter((pen) => pen.farmId === focus.farmId).flatMap((pen) => outerRing(pen.polygon))
      const land = scene.farms.filter((farm) => farm.id === focus.farmId).flatMap((farm) => outerRing(farm.boundary))
      fit(pens.length > 0 ? pens : land, 17.5)
      return true
    }
    case 'pen':
      fit(
        scene.pens.filter((pen) => pen.id === focus.penId).flatMap((pen) => outerRing(pen.polygon)),
        18,
      )
      return true
    case 'animal': {
      const at = positionOf(herds, focus.animalId)
      const pen = scene.pens.find(({ id }) => id === focus.penId)
      if (at && pen && isNear(at, outerRing(pen.polygon))) {
        fit([at, ...outerRing(pen.polygon)], 18)
        return true
      }
      if (at) {
        const offset: [number, number] = how.hasCard
          ? [(padding.left - padding.right) / 2, (padding.top - padding.bottom) / 2]
          : [0, 0]
        map.flyTo({
          center: at,
          offset,
          zoom: Math.max(map.getZoom(), animalZoom),
          duration: durationMs,
          essential: true,
        })
        return true
      }
      if (focus.farmId !== undefined) flyTo(map, { kind: 'farm', farmId: focus.farmId }, scene, herds, how)
      return false
    }
  }
}

/** Returns whether a place on the visible part of a map lies between its controls, pixels. */
export function isBetweenControls(
  [x, y]: readonly [x: number, y: number],
  { clientWidth, clientHeight }: Pick<HTMLElement, 'clientWidth' | 'clientHeight'>,
  { top, bottom, left, right }: ReturnType<typeof controlsPadding>,
): boolean {
  return x >= left && x <= clientWidth - right && y >= top && y <= clientHeight - bottom
}

/** Returns whether the map shows an animal clear of its controls; otherwise a view that follows the animal must move. */
export function isWellShown(map: MapLibreMap, at: LongitudeLatitude, how: Flight): boolean {
  const container = map.getContainer()
  const size = seenSize(container)
  const { x, y } = map.project(at)
  const padding = controlsPadding(size, getComputedStyle(container).direction === 'rtl', how)
  // A flight puts the animal at the padding's edge at most; half of the padding is its room to move without another flight.
  const reach = { top: padding.top / 2, bottom: padding.bottom / 2, left: padding.left / 2, right: padding.right / 2 }
  return isBetweenControls([x - hiddenPartsOf(container).left, y], size, reach)
}

/** Returns whether a position and a pen fit into one view without getting too small. */
function isNear(at: LongitudeLatitude, ring: LongitudeLatitude[]): boolean {
  const [west, south, east, north] = boundsOf([at, ...ring])
  return Math.max(north - south, (east - west) * Math.cos((at[1] * Math.PI) / 180)) * metresPerDegree < nearMetres
}

/** Returns where an animal is drawn now; null: unknown. */
export function positionOf(herds: ReadonlyMap<number, HerdColumns>, animalId: number): LongitudeLatitude | null {
  for (const herd of herds.values()) {
    const slot = herd.animalIds.indexOf(animalId)
    if (slot < 0 || !isDrawn(herd, slot)) continue
    const [longitude, latitude] = drawnOffset(herd, slot, performance.now() / 1000)
    return [herd.originLongitude + longitude, herd.originLatitude + latitude]
  }
  return null
}
