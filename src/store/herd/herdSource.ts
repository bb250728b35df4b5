import type { HerdColumns } from './herdColumns.ts'

/** Source of herds for the map, outside React: frames arrive several times a second and must render only the map. */
export interface HerdSource {
  /** Herds by farm id; an unchanged wrapper object means an unchanged herd. */
  read: () => ReadonlyMap<number, HerdColumns>
  /** Calls back after every change; returns a function that stops this. */
  listen: (onChange: () => void) => () => void
}
