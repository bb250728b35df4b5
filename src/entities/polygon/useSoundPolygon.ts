import type { Polygon } from '#contract/values/geo.ts'
import { polygonInputSchema } from '#contract/values/polygons.ts'
import { useDebounced } from '../../api/useDebounced.ts'

const typingPauseMs = 400

/** A polygon as it is once nobody changes it for a moment; null while the contract finds something wrong with it. */
export function useSoundPolygon(polygon: Polygon | null | undefined): Polygon | null {
  const sound = polygonInputSchema.safeParse(polygon)
  const settled = useDebounced(sound.success ? JSON.stringify(sound.data) : '', typingPauseMs)
  return settled === '' ? null : polygonInputSchema.parse(JSON.parse(settled))
}
