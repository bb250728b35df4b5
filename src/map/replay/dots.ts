import type { LongitudeLatitude } from '#contract/values/geo.ts'

/** An animal on the map at a past instant. */
export interface Dot {
  id: number
  at: LongitudeLatitude
  /** Whether the animal is in a gap: it stays at its last position and is drawn differently. */
  isSilent: boolean
  isAlerted: boolean
}

/** Time of a replay, read outside React and announced with each frame. */
export interface ReplayClock {
  /** Herd time, epoch ms. */
  readonly at: number
  /** @returns a function that unsubscribes */
  onFrame: (drawn: () => void) => () => void
}

/** Cells per degree that share a shift onto the base map; within a cell the shift differs by less than a metre. */
const cellsInDegree = 200

/** Returns the shift of positions onto the base map, computed once per cell of some hundred metres. */
export function shiftOf(
  toMap: (at: LongitudeLatitude) => LongitudeLatitude,
): (at: LongitudeLatitude) => LongitudeLatitude {
  const shifts = new Map<string, LongitudeLatitude>()
  return ([longitude, latitude]) => {
    const cell: LongitudeLatitude = [
      Math.round(longitude * cellsInDegree) / cellsInDegree,
      Math.round(latitude * cellsInDegree) / cellsInDegree,
    ]
    let shift = shifts.get(cell.join())
    if (!shift) {
      const drawn = toMap(cell)
      shift = [drawn[0] - cell[0], drawn[1] - cell[1]]
      shifts.set(cell.join(), shift)
    }
    return [longitude + shift[0], latitude + shift[1]]
  }
}

/** Returns dots as a MapLibre source. */
export function toFeatures(dots: readonly Dot[]) {
  return {
    type: 'FeatureCollection' as const,
    features: dots.map(({ at, isSilent, isAlerted }) => ({
      type: 'Feature' as const,
      properties: { look: isSilent ? 'silent' : 'heard', isAlerted },
      geometry: { type: 'Point' as const, coordinates: at },
    })),
  }
}
