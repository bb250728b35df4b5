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
