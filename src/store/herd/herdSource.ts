import type { HerdColumns } from './herdColumns.ts'

/**
 * Where the map reads the herds from, outside of React: frames come several times a second and must not render
 * anything but the map.
 */
export interface HerdSource {
  /** By farm id; a herd whose wrapper is the same as before has not changed. */
  read: () => ReadonlyMap<number, HerdColumns>
  /** Calls back after every change; answers how to stop. */
  listen: (onChange: () => void) => () => void
}
