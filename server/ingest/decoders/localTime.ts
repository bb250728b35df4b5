import { maxFutureMs } from '#contract/herd/readings.ts'
import type { Reading } from '../../db/readings/batch.ts'
import { hasNoZone } from './times.ts'
import { leaveOut, type Report } from './values.ts'

/** How far a device's clock may be ahead when its zone is inferred, ms. */
const maxAheadMs = 2 * 60_000
/** Zones differ by quarter hours, ms. */
const zoneStepMs = 15 * 60_000

/**
 * Marks a reading whose time was sent without a zone: validation knows the farm's. Its `at` is a guess for the case that this zone does not
 * fit either: UTC, or local time east of Greenwich when that would be in the future.
 * @param time as sent
 */
export function inLocalTime(reading: Reading, time: unknown, receivedAt: number, report: Report): Reading {
  const { at } = reading
  if (!hasNoZone(time) || Number.isNaN(at)) return reading
  if (!(at > receivedAt + maxFutureMs)) return { ...reading, localAt: at }
  leaveOut({ ...report, index: reading.index }, 'at', 'BAD_TIME')
  return {
    ...reading,
    localAt: at,
    at: at - Math.ceil((at - maxAheadMs - receivedAt) / zoneStepMs) * zoneStepMs,
  }
}
