import { toInstant } from '../clock.ts'

/** An instant (epoch ms, null or NaN: not known) as answers carry it. */
export function instantOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined || Number.isNaN(at) ? null : toInstant(at)
}

/** A number that NaN or nothing stands in for where it is not known. */
export function numberOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined || Number.isNaN(value) ? null : value
}
