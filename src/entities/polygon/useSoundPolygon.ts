import type { Polygon } from '#contract/values/geo.ts'
import { polygonInputSchema } from '#contract/values/polygons.ts'
import { useDebounced } from '../../api/useDebounced.ts'

const typingPauseMs = 400

/** Returns a valid polygon once editing pauses; null while it violates the contract's schema. */
export function useSoundPolygon(polygon: Polygon | null | undefined): Polygon | null {
  const sound = polygonInputSchema.safeParse(polygon)
  const settled = useDebounced(sound.success ? JSON.stringify(sound.data) : '', typingPauseMs)
  return settled === '' ? null : polygonInputSchema.parse(JSON.parse(settled))
}
