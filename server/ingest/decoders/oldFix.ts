import type { Reading } from '../../db/readings/batch.ts'
import { contentHash, emptyReading, leaveOut, type Report } from './values.ts'

/** Default difference between the times of a message and of its position up to which they count as the same, ms. */
const defaultSameTimeMs = 60_000

/** A position that is older than its message by more than this has no believable time, ms. */
export const maxFixAgeMs = 5 * 365 * 86_400_000
/** No device of ours is older: the limit without a time of the message, epoch ms. */
const firstFixAt = Date.UTC(2015, 0, 1)

/**
 * Separates a position that is older than the rest of its reading: the animal was heard at one time and stood there at another.
 * @param fixAt epoch ms; NaN: as old as the rest
 * One that claims to be years older is left out: nobody knows when the animal stood there.
 * @param index a free index for the second reading
 */
export function splitOldFix(
  reading: Reading,
  fixAt: number,
  index: number,
  report: Report,
  sameTimeMs = defaultSameTimeMs,
): Reading[] {
  if (Number.isNaN(reading.longitude) || Number.isNaN(fixAt)) return [reading]
  if (!Number.isNaN(reading.at) && Math.abs(reading.at - fixAt) <= sameTimeMs) return [reading]
  const { longitude, latitude, accuracyM, ...rest } = reading
  const nowhere = { longitude: Number.NaN, latitude: Number.NaN, accuracyM: Number.NaN }
  const heard: Reading = { ...rest, ...nowhere }
  if (fixAt < (Number.isNaN(reading.at) ? firstFixAt : reading.at - maxFixAgeMs)) {
    leaveOut(report, 'longitude', 'BAD_POSITION')
    return [{ ...heard, discriminator: contentHash(heard) }]
  }
  const stood: Reading = {
    ...emptyReading,
    index,
    gateway: reading.gateway,
    neckband: reading.neckband,
    at: fixAt,
    longitude,
    latitude,
    accuracyM,
    ...(reading.isGuess === true && { isGuess: true }),
    discriminator: 0,
  }
  return [heard, stood].map((one) => ({ ...one, discriminator: contentHash(one) }))
}
