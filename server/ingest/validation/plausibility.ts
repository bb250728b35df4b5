import { maxFutureMs } from '#contract/herd/readings.ts'

/**
 * Checks whether a reading's time is plausible, for all formats. Both limits are inclusive.
 * @param at the device's time, epoch ms
 * @param now herd time, epoch ms
 * @param maxAgeMs maximum age of a reading
 * @param aheadMs how far the machine's clock is ahead of herd time: devices may follow either
 */
export function checkTime(
  at: number,
  now: number,
  maxAgeMs: number,
  aheadMs = 0,
): 'BAD_TIME' | 'FUTURE_TIME' | 'TOO_OLD' | null {
  if (!Number.isFinite(at)) return 'BAD_TIME'
  if (at > now + Math.max(0, aheadMs) + maxFutureMs) return 'FUTURE_TIME'
  if (at < now - maxAgeMs) return 'TOO_OLD'
  return null
}

/**
 * Accuracy above which a position does not show where an animal is, metres: it comes from a cell tower, and would lead to alerts about
 * fences. Satellites and Wi-Fi give 5 to 100.
 */
export const coarseMetres = 1000

/**
 * Positions sent by devices without a fix. Each also matches with swapped coordinates, and within its tolerance in both.
 * All but the last lie in the open sea, so their tolerance can be generous.
 */
export const defaultPositions = [
  // Unset memory; a receiver that starts there drifts by at least about 100 m.
  { longitude: 0, latitude: 0, toleranceDegrees: 0.001 },
  // GSM/Sigfox collars without a view of the sky send latitude 1.00390631 and longitude 0, for weeks, …
  { longitude: 0, latitude: 1, toleranceDegrees: 0.01 },
  // … and latitude -1, longitude 0.
  { longitude: 0, latitude: -1, toleranceDegrees: 0.01 },
  // -1 is "unknown" for many programs, in either coordinate, and 1 is "yes".
  { longitude: -1, latitude: -1, toleranceDegrees: 0.01 },
  { longitude: 1, latitude: 1, toleranceDegrees: 0.01 },
  { longitude: 1, latitude: -1, toleranceDegrees: 0.01 },
  // The middle of Spain in whole degrees. Herds graze there, so only the exact numbers count (1 m).
  { longitude: -4, latitude: 40, toleranceDegrees: 0.000_01 },
] as const

/**
 * Returns whether a position is impossible: out of range, a device's default, or half a fix (a coordinate of exactly zero
 * was not received: collars send latitude 36.98829633 with longitude 0). An absent position (both NaN) is not impossible.
 * @param longitude WGS-84 degrees
 * @param latitude WGS-84 degrees
 */
export function isImpossiblePosition(longitude: number, latitude: number): boolean {
  if (Number.isNaN(longitude) && Number.isNaN(latitude)) return false
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return true
  if (longitude === 0 || latitude === 0) return true
  for (const { longitude: x, latitude: y, toleranceDegrees } of defaultPositions) {
    const isSame = Math.abs(longitude - x) <= toleranceDegrees && Math.abs(latitude - y) <= toleranceDegrees
    const isSwapped = Math.abs(longitude - y) <= toleranceDegrees && Math.abs(latitude - x) <= toleranceDegrees
    if (isSame || isSwapped) return true
  }
  return false
}
