import { toInstant } from '../clock.ts'

/** Converts an instant (epoch ms) for answers; null for null, undefined and NaN. */
export function instantOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined || Number.isNaN(at) ? null : toInstant(at)
}

/** Returns a number, or null for undefined and NaN. */
export function numberOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined || Number.isNaN(value) ? null : value
}
