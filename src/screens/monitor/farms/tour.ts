import type { Alert } from '#contract/alerts/alerts.ts'
import { focusOf } from '../../../entities/alerts/alertFocus.ts'
import type { Focus } from '../../../map/camera/focus.ts'
import type { FarmRow } from './farmRows.ts'

/** Where the wall is looking, and since when (ms of the page's monotonic clock). */
export interface Stop {
  farmId: number | null
  /** The alert that brought it here. */
  alert: Alert | null
  sinceMs: number
  focus: Focus | null
  /** Whether its alert is shown for the first time. */
  isFirst?: true
  /** Since when the alert that nobody had is somebody's. */
  takenMs?: number
}

export const startStop: Stop = { farmId: null, alert: null, sinceMs: 0, focus: null }

/** How long the tour stays with a farm, and with each of several alerts that nobody answers. */
export const farmDwellMs = 15_000
export const alertDwellMs = 25_000
/** How long one that has just come has the wall before the next new one: long enough to fly there and read where it is, when many come at once. */
export const firstDwellMs = 5_000
/** How long it stays with one that somebody has just taken on: long enough to read who it is, however long it had the wall before. */
export const takenDwellMs = 10_000
/** A hand on the screen stops the tour for so long. */
export const pauseMs = 60_000

export function stopAtFarm(farmId: number, alerts: readonly Alert[], nowMs: number): Stop {
  const alert = alerts.find((each) => each.farmId === farmId && each.severity === 'CRITICAL' && each.acknowledgedAt === null) ?? null
  return { farmId, alert, sinceMs: nowMs, focus: alert ? focusOf(alert) : { kind: 'farm', farmId } }
}

export function stopAtAlert(alert: Alert, nowMs: number): Stop {
  return { farmId: alert.farmId, alert, sinceMs: nowMs, focus: focusOf(alert) }
}

interface Situation {
  rows: readonly FarmRow[]
  alerts: readonly Alert[]
  /** Alerts that have taken over before. */
  seen: ReadonlySet<number>
  paused: boolean
  nowMs: number
}

/** Farms with something to show: with animals, or with an alert. What is not known yet may have both. */
export function farmsToVisit(rows: readonly FarmRow[]): readonly FarmRow[] {
  const having = rows.filter(({ headcount, counts }) => headcount === null || headcount.ledger > 0 || Object.values(counts).some((count) => count > 0))
  return having.length > 0 ? having : rows
}

/**
 * Where to look next; the same stop as long as it is to stay. A critical alert that nobody has taken on and that has not
 * been shown yet comes at once, even to a paused tour; of several new ones each is read before the next comes. It stays until somebody acts, and for a moment in which who that is can be
 * read; several take turns. Then come the farms by risk, each for a while.
 */
export function nextStop(stop: Stop, { rows, alerts, seen, paused, nowMs }: Situation): Stop {
  const unanswered = alerts.filter(({ severity, acknowledgedAt }) => severity === 'CRITICAL' && acknowledgedAt === null)
  const urgent = unanswered.find(({ id }) => !seen.has(id))
  const isBeingRead = stop.isFirst === true && nowMs - stop.sinceMs < firstDwellMs && unanswered.some(({ id }) => id === stop.alert?.id)
  if (urgent && urgent.id !== stop.alert?.id && !isBeingRead) return { ...stopAtAlert(urgent, nowMs), isFirst: true }
  const [first] = rows
  if (!first) return stop
  if (stop.farmId === null) return stopAtFarm(first.farm.id, alerts, nowMs)
  if (paused) return stop
  if (stop.takenMs === undefined && isTakenOn(stop, alerts)) return { ...stop, takenMs: nowMs }
  if (stop.takenMs !== undefined && nowMs - stop.takenMs < takenDwellMs) return stop
  if (unanswered.length > 0) {
    const here = unanswered.findIndex(({ id }) => id === stop.alert?.id)
    const next = unanswered[(here + 1) % unanswered.length]
    const stays = here >= 0 && (unanswered.length === 1 || nowMs - stop.sinceMs < alertDwellMs)
    return stays || !next ? stop : stopAtAlert(next, nowMs)
  }
  const dwellMs = stop.alert ? alertDwellMs : farmDwellMs
  if (nowMs - stop.sinceMs < dwellMs) return stop
  const here = rows.findIndex(({ farm }) => farm.id === stop.farmId)
  if (rows.length < 2 && here >= 0 && stop.alert === null) return stop
  const next = rows[(here + 1) % rows.length] ?? first
  return stopAtFarm(next.farm.id, alerts, nowMs)
}

/** Whether an alert that nobody had when the wall came to it is somebody's by now. */
function isTakenOn({ alert }: Stop, alerts: readonly Alert[]): boolean {
  return alert !== null && alert.acknowledgedAt === null && alerts.some(({ id, acknowledgedAt }) => id === alert.id && acknowledgedAt !== null)
}
