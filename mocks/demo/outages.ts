import type { TroubleLevel } from '../herd/troubles.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * What goes wrong on the farms of the whole demo: a few neckbands, an old gateway here and there, a herd that was cut off two weeks ago, and one that is
 * cut off since before the demo's last instant.
 * @param to last instant of the history, epoch ms
 */
export function platformTroubles(to: number): TroubleLevel {
  return {
    dying: 7,
    lost: 10,
    absent: 10,
    leaveIntervalMs: 9 * hourMs,
    oldGateways: 5,
    failureDays: 3,
    outages: [
      { farm: 0, from: to - 13 * dayMs - 6 * hourMs, to: to - 13 * dayMs - 2 * hourMs },
      { farm: 6, from: to - 5 * dayMs - 3 * hourMs, to: to - 5 * dayMs - 2 * hourMs },
      { farm: 4, from: to - 75 * minuteMs, to: to + 5 * hourMs },
    ],
  }
}
