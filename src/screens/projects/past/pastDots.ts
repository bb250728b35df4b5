import type { ProjectMap } from '#contract/projects/projectMaps.ts'
import type { Dot } from '../../../map/replay/dots.ts'

const minuteMs = 60_000

/** Returns the heads as dots: filled if heard within the window, otherwise a ring at the last position. Heads without a position are left out. */
export function pastDots({ at, windowMinutes, animals: { ids, heardAt, longitudes, latitudes } }: ProjectMap): Dot[] {
  const since = at - windowMinutes * minuteMs
  return ids.flatMap((id, row): Dot[] => {
    const [longitude, latitude] = [longitudes[row] ?? null, latitudes[row] ?? null]
    return longitude === null || latitude === null
      ? []
      : [{ id, at: [longitude, latitude], isSilent: (heardAt[row] ?? 0) <= since, isAlerted: false }]
  })
}
