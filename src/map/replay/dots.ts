import type { LongitudeLatitude } from '#contract/values/geo.ts'

/** An animal as it stands on the map at an instant of the past. */
export interface Dot {
  id: number
  at: LongitudeLatitude
  /** Whether it is in a gap: it stays where it was last, and looks so. */
  isSilent: boolean
  isAlerted: boolean
}

/** The time that a replay shows; read outside of React, and told with each frame. */
export interface ReplayClock {
  /** Epoch ms. */
  readonly at: number
  /** @returns a function that ends it */
  onFrame: (drawn: () => void) => () => void
}

/** So many parts of a degree share what a base map is shifted by: it differs by less than a metre in them. */
const cellsInDegree = 200

/** The shift of a position onto its base map, found once for each cell of some hundred metres. */
export function shiftOf(toMap: (at: LongitudeLatitude) => LongitudeLatitude): (at: LongitudeLatitude) => LongitudeLatitude {
  const shifts = new Map<string, LongitudeLatitude>()
  return ([longitude, latitude]) => {
    const cell: LongitudeLatitude = [Math.round(longitude * cellsInDegree) / cellsInDegree, Math.round(latitude * cellsInDegree) / cellsInDegree]
    let shift = shifts.get(cell.join())
    if (!shift) {
      const drawn = toMap(cell)
      shift = [drawn[0] - cell[0], drawn[1] - cell[1]]
      shifts.set(cell.join(), shift)
    }
    return [longitude + shift[0], latitude + shift[1]]
  }
}

/** Dots as a source of MapLibre takes them. */
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
