import type { Alert } from '#contract/alerts/alerts.ts'
import { focusOf } from '../../../entities/alerts/alertFocus.ts'
import type { Focus } from '../../../map/camera/focus.ts'
import type { FarmRow } from './farmRows.ts'

/** What the wall shows, and since when (ms of monotonic page time). */
export interface Stop {
  farmId: number | null
  /** Alert that caused the stop. */
  alert: Alert | null
  sinceMs: number
  focus: Focus | null
  /** Whether the alert is shown for the first time. */
  isFirst?: true
  /** When someone acknowledged the alert, ms of monotonic page time. */
  acknowledgedMs?: number
}

export const startStop: Stop = { farmId: null, alert: null, sinceMs: 0, focus: null }

/** How long the tour stays at a farm, and at each of several unanswered alerts, ms. */
export const farmDwellMs = 15_000
export const alertDwellMs = 25_000
/** Minimum display of a new alert before the next new one, ms; long enough to fly there and read its place. */
export const firstDwellMs = 5_000
/** Time a newly acknowledged alert stays on the wall, ms; long enough to read who did it. */
export const acknowledgedDwellMs = 10_000
/** How long touching the screen pauses the tour, ms. */
export const pauseMs = 60_000

/** Whether an alert takes the map over until somebody acts. A loan has no place on it: its alerts stay in the list. */
const takesOver = ({ severity, acknowledgedAt, subjectType }: Alert): boolean =>
  severity === 'CRITICAL' && acknowledgedAt === null && subjectType !== 'PROJECT'

export function stopAtFarm(farmId: number, alerts: readonly Alert[], nowMs: number): Stop {
  const alert = alerts.find((each) => each.farmId === farmId && takesOver(each)) ?? null
  return { farmId, alert, sinceMs: nowMs, focus: alert ? focusOf(alert) : { kind: 'farm', farmId } }
}

export function stopAtAlert(alert: Alert, nowMs: number): Stop {
  return { farmId: alert.farmId, alert, sinceMs: nowMs, focus: focusOf(alert) }
}

interface Situation {
  rows: readonly FarmRow[]
  alerts: readonly Alert[]
  /** Alerts that have been shown before. */
  seen: ReadonlySet<number>
  paused: boolean
  nowMs: number
}

/** Returns the farms worth a visit: with animals or alerts, or whose headcount is not known yet. */
export function farmsToVisit(rows: readonly FarmRow[]): readonly FarmRow[] {
  const having = rows.filter(
    ({ headcount, counts }) =>
      headcount === null || headcount.ledger > 0 || Object.values(counts).some((count) => count > 0),
  )
  return having.length > 0 ? having : rows
}

/**
 * Returns the next stop; the same object as long as the tour stays.
 * A new unanswered critical alert is shown at once, even when paused; several new ones in turn, each long enough to read.
 * An alert stays until someone acts, and a moment longer to show who; several alternate. Otherwise farms follow by risk.
 */
export function nextStop(stop: Stop, { rows, alerts, seen, paused, nowMs }: Situation): Stop {
  const unanswered = alerts.filter(takesOver)
  const urgent = unanswered.find(({ id }) => !seen.has(id))
  const isBeingRead =
    stop.isFirst === true && nowMs - stop.sinceMs < firstDwellMs && unanswered.some(({ id }) => id === stop.alert?.id)
  if (urgent && urgent.id !== stop.alert?.id && !isBeingRead) return { ...stopAtAlert(urgent, nowMs), isFirst: true }
  const [first] = rows
  if (!first) return stop
  if (stop.farmId === null) return stopAtFarm(first.farm.id, alerts, nowMs)
  if (paused) return stop
  if (stop.acknowledgedMs === undefined && isTakenOn(stop, alerts)) return { ...stop, acknowledgedMs: nowMs }
  if (stop.acknowledgedMs !== undefined && nowMs - stop.acknowledgedMs < acknowledgedDwellMs) return stop
  if (unanswered.length > 0) {
    const index = unanswered.findIndex(({ id }) => id === stop.alert?.id)
    const next = unanswered[(index + 1) % unanswered.length]
    const stays = index >= 0 && (unanswered.length === 1 || nowMs - stop.sinceMs < alertDwellMs)
    return stays || !next ? stop : stopAtAlert(next, nowMs)
  }
  const dwellMs = stop.alert ? alertDwellMs : farmDwellMs
  if (nowMs - stop.sinceMs < dwellMs) return stop
  const index = rows.findIndex(({ farm }) => farm.id === stop.farmId)
  if (rows.length < 2 && index >= 0 && stop.alert === null) return stop
  const next = rows[(index + 1) % rows.length] ?? first
  return stopAtFarm(next.farm.id, alerts, nowMs)
}

/** Returns whether the alert of a stop has been acknowledged since. */
function isTakenOn({ alert }: Stop, alerts: readonly Alert[]): boolean {
  return (
    alert !== null &&
    alert.acknowledgedAt === null &&
    alerts.some(({ id, acknowledgedAt }) => id === alert.id && acknowledgedAt !== null)
  )
}
