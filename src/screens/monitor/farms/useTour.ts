import { useEffect, useRef, useState } from 'react'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Focus } from '../../../map/camera/focus.ts'
import { useClock } from '../../../store/clock.ts'
import type { FarmRow } from './farmRows.ts'
import { farmsToVisit, nextStop, pauseMs, startStop, stopAtAlert, stopAtFarm, type Stop } from './tour.ts'

export interface Tour {
  stop: Stop
  /** The farms that it visits, in their order. */
  farmIds: readonly number[]
  paused: boolean
  /** A hand on the screen: the tour waits. */
  hold: () => void
  resume: () => void
  goToFarm: (farmId: number) => void
  goToAlert: (alert: Alert) => void
  /** Any other place of a farm. */
  goTo: (place: { farmId: number; focus: Focus }) => void
}

/** The playlist of the wall: the farms by risk, one after the other, until something critical or a person steps in. */
export function useTour(all: readonly FarmRow[], alerts: readonly Alert[]): Tour {
  const rows = farmsToVisit(all)
  const nowMs = useClock((state) => state.nowMs)
  const [stop, setStop] = useState<Stop>(startStop)
  const [heldMs, setHeldMs] = useState<number | null>(null)
  const seen = useRef<ReadonlySet<number>>(new Set())
  const paused = heldMs !== null && nowMs - heldMs < pauseMs

  useEffect(() => {
    const hold = () => setHeldMs(performance.now())
    const hands = ['pointerdown', 'keydown', 'wheel'] as const
    for (const hand of hands) window.addEventListener(hand, hold, { passive: true })
    return () => {
      for (const hand of hands) window.removeEventListener(hand, hold)
    }
  }, [])

  useEffect(() => {
    const next = nextStop(stop, { rows, alerts, seen: seen.current, paused, nowMs })
    // Only ids that are still open are kept, or the set would grow for as long as the wall hangs.
    const critical = alerts.filter(({ severity }) => severity === 'CRITICAL').map(({ id }) => id)
    seen.current = new Set(critical.filter((id) => seen.current.has(id) || id === next.alert?.id))
    if (next !== stop) setStop(next)
  }, [stop, rows, alerts, paused, nowMs])

  return {
    stop,
    farmIds: rows.map(({ farm }) => farm.id),
    paused,
    hold: () => setHeldMs(performance.now()),
    resume: () => setHeldMs(null),
    goToFarm: (farmId) => setStop(stopAtFarm(farmId, [], performance.now())),
    goToAlert: (alert) => setStop(stopAtAlert(alert, performance.now())),
    goTo: ({ farmId, focus }) => setStop({ farmId, focus, alert: null, sinceMs: performance.now() }),
  }
}
