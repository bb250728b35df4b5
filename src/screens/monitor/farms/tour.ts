import type { Alert } from '#contract/alerts/alerts.ts'
import type { Focus } from '../../../map/focus.ts'
import type { FarmRow } from './farmRows.ts'

/** Where the wall is looking, and since when (ms of the page's monotonic clock). */
export interface Stop {
  farmId: number | null
  /** The critical alert that brought it here. */
  alert: Alert | null
  sinceMs: number
  focus: Focus | null
}

export const startStop: Stop = { farmId: null, alert: null, sinceMs: 0, focus: null }

/** How long the tour stays with a farm, and with an alert that took over. */
export const farmDwellMs = 15_000
export const alertDwellMs = 25_000
/** A hand on the screen stops the tour for so long. */
export const pauseMs = 60_000

export function focusOf(alert: Alert): Focus {
  if (alert.animalId !== null) return { kind: 'animal', animalId: alert.animalId, farmId: alert.farmId, penId: alert.farmSlotId }
  return alert.farmSlotId === null ? { kind: 'farm', farmId: alert.farmId } : { kind: 'pen', penId: alert.farmSlotId }
}

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

/**
 * Where to look next; the same stop as long as it is to stay. A critical alert that nobody has taken on and that has
 * not been shown yet comes at once, even to a paused tour; then the farms by risk, each for a while.
 */
export function nextStop(stop: Stop, { rows, alerts, seen, paused, nowMs }: Situation): Stop {
  const urgent = alerts.find(({ id, severity, acknowledgedAt }) => severity === 'CRITICAL' && acknowledgedAt === null && !seen.has(id))
  if (urgent && urgent.id !== stop.alert?.id) return stopAtAlert(urgent, nowMs)
  const [first] = rows
  if (!first) return stop
  if (stop.farmId === null) return stopAtFarm(first.farm.id, alerts, nowMs)
  const dwellMs = stop.alert ? alertDwellMs : farmDwellMs
  if (paused || rows.length < 2 || nowMs - stop.sinceMs < dwellMs) return stop
  const here = rows.findIndex(({ farm }) => farm.id === stop.farmId)
  const next = rows[(here + 1) % rows.length] ?? first
  return stopAtFarm(next.farm.id, alerts, nowMs)
}
