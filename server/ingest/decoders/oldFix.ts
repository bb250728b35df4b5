import type { Reading } from '../../db/readings/batch.ts'
import { contentHash, emptyReading } from './values.ts'

/** Default difference between the times of a message and of its position up to which they count as the same, ms. */
const defaultSameTimeMs = 60_000

/**
 * Separates a position that is older than the rest of its reading: the animal was heard at one time and stood there at another.
 * @param fixAt epoch ms; NaN: as old as the rest
 * @param index a free index for the second reading
 */
export function splitOldFix(reading: Reading, fixAt: number, index: number, sameTimeMs = defaultSameTimeMs): Reading[] {
  if (Number.isNaN(reading.longitude) || Number.isNaN(fixAt)) return [reading]
  if (!Number.isNaN(reading.at) && Math.abs(reading.at - fixAt) <= sameTimeMs) return [reading]
  const { longitude, latitude, accuracyM, ...rest } = reading
  const nowhere = { longitude: Number.NaN, latitude: Number.NaN, accuracyM: Number.NaN }
  const heard: Reading = { ...rest, ...nowhere }
  const stood: Reading = {
    ...emptyReading,
    index,
    gateway: reading.gateway,
    neckband: reading.neckband,
    at: fixAt,
    longitude,
    latitude,
    accuracyM,
    discriminator: 0,
  }
  return [heard, stood].map((one) => ({ ...one, discriminator: contentHash(one) }))
}
