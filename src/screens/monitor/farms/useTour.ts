import { useEffect, useRef, useState } from 'react'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Focus } from '../../../map/camera/focus.ts'
import { useClock } from '../../../store/clock.ts'
import type { FarmRow } from './farmRows.ts'
import { farmsToVisit, nextStop, pauseMs, startStop, stopAtAlert, stopAtFarm, type Stop } from './tour.ts'

export interface Tour {
  stop: Stop
  /** Farms of the tour, in order. */
  farmIds: readonly number[]
  paused: boolean
  /** Pauses the tour after a touch. */
  pause: () => void
  resume: () => void
  goToFarm: (farmId: number) => void
  goToAlert: (alert: Alert) => void
  /** Shows any other place of a farm. */
  goTo: (place: { farmId: number; focus: Focus }) => void
  /** Shows a place requested by the URL and waits there; only alerts that become critical later take over. */
  goToRequested: (place: { farmId: number; focus: Focus }) => void
}

/**
 * Tour of the wall: farms by risk in turn, until a critical alert or a user interrupts.
 * @param known whether `alerts` are complete, as they load after the farms
 */
export function useTour(all: readonly FarmRow[], alerts: readonly Alert[], known: boolean): Tour {
  const rows = farmsToVisit(all)
  const nowMs = useClock((state) => state.nowMs)
  const [stop, setStop] = useState<Stop>(startStop)
  const [heldMs, setHeldMs] = useState<number | null>(null)
  const seen = useRef<ReadonlySet<number>>(new Set())
  const wasRequested = useRef(false)
  const paused = heldMs !== null && nowMs - heldMs < pauseMs

  useEffect(() => {
    const pause = () => setHeldMs(performance.now())
    const hands = ['pointerdown', 'keydown', 'wheel'] as const
    for (const hand of hands) window.addEventListener(hand, pause, { passive: true })
    return () => {
      for (const hand of hands) window.removeEventListener(hand, pause)
    }
  }, [])

  useEffect(() => {
    const critical = alerts.filter(({ severity }) => severity === 'CRITICAL').map(({ id }) => id)
    if (wasRequested.current) seen.current = new Set(critical)
    if (known) wasRequested.current = false
    const next = nextStop(stop, { rows, alerts, seen: seen.current, paused, nowMs })
    // Keeps only ids of open alerts, as the set would otherwise grow without limit.
    seen.current = new Set(critical.filter((id) => seen.current.has(id) || id === next.alert?.id))
    if (next !== stop) setStop(next)
  }, [stop, rows, alerts, known, paused, nowMs])

  const pause = () => setHeldMs(performance.now())
  const goTo = ({ farmId, focus }: { farmId: number; focus: Focus }) =>
    setStop({ farmId, focus, alert: null, sinceMs: performance.now() })
  return {
    stop,
    farmIds: rows.map(({ farm }) => farm.id),
    paused,
    pause,
    resume: () => setHeldMs(null),
    goToFarm: (farmId) => setStop(stopAtFarm(farmId, [], performance.now())),
    goToAlert: (alert) => setStop(stopAtAlert(alert, performance.now())),
    goTo,
    goToRequested: (place) => {
      wasRequested.current = true
      goTo(place)
      pause()
    },
  }
}
