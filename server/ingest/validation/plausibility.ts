import { maxFutureMs } from '#contract/herd/readings.ts'

/**
 * Whether a reading's time can be believed, alike for all formats. Both limits themselves are still good.
 * @param at the device's time, epoch ms
 * @param now herd time, epoch ms
 * @param maxAgeMs how old a reading may be
 * @param aheadMs how far the machine's clock is ahead of herd time: devices may be by the one or the other
 */
export function checkTime(at: number, now: number, maxAgeMs: number, aheadMs = 0): 'BAD_TIME' | 'FUTURE_TIME' | 'TOO_OLD' | null {
  if (!Number.isFinite(at)) return 'BAD_TIME'
  if (at > now + Math.max(0, aheadMs) + maxFutureMs) return 'FUTURE_TIME'
  if (at < now - maxAgeMs) return 'TOO_OLD'
  return null
}

/**
 * Positions that devices without a fix send. Each holds in either order of its two numbers, because senders swap them, and
 * within its tolerance in both. All but the last lie in the open sea, so their tolerance can be generous.
 */
export const defaultPositions = [
  // Unset memory; the smallest drift of a receiver that starts from there is some 100 m.
  { longitude: 0, latitude: 0, toleranceDegrees: 0.001 },
  // GSM/Sigfox collars that have not seen the sky send latitude 1.00390631 and longitude 0, for weeks, …
  { longitude: 0, latitude: 1, toleranceDegrees: 0.01 },
  // … and latitude -1, longitude 0.
  { longitude: 0, latitude: -1, toleranceDegrees: 0.01 },
  // The middle of Spain in whole degrees. Herds do graze there, so only the numbers themselves count (1 m).
  { longitude: -4, latitude: 40, toleranceDegrees: 0.000_01 },
] as const

/**
 * Whether no animal can be at a position: out of range, the device's default, or half a fix (a coordinate that is zero
 * to the last decimal was not received: collars send latitude 36.98829633 with longitude 0). Two numbers that were not
 * sent (NaN) are no position and so no impossible one.
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
