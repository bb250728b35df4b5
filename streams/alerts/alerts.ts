import { catchError, defer, EMPTY, from, map, merge, retry, switchMap, tap, type Observable } from 'rxjs'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { AlertsAnswer } from '#contract/live/live.ts'

/** Alerts to merge; with `isAll`, they replace all earlier ones. */
export type AlertsUpdate = Pick<AlertsAnswer, 'alerts' | 'isAll'>
import { event$, type LiveSocket } from '../liveSocket.ts'

const retryMs = 2000

/**
 * Emits changed alerts in batches. `isAll` batches contain all open alerts and replace everything emitted before: the first batch, and one whenever
 * the visible farms change. Then each change follows, and after a reconnect all changes since the last answer, so
 * that none is missed, even when they commit out of order.
 * Older versions of an emitted alert are skipped, by `changeId`. Never errors, never completes.
 */
export function alerts$(socket: LiveSocket): Observable<AlertsUpdate> {
  return defer(() => {
    /** Up to where no change was missed for the current farms, as the last answer said; '' without one. */
    let settled = ''
    let farms = ''
    let asking = false
    /** Alerts received while a request is pending; its answer may contain older versions. */
    const meanwhile = new Map<number, Alert>()

    const changes$ = event$(socket, 'alerts').pipe(
      map(([alerts]) => ({ alerts, isAll: false })),
      tap(({ alerts }) => {
        if (!asking) return
        for (const alert of alerts)
          if (alert.changeId > (meanwhile.get(alert.id)?.changeId ?? 0)) meanwhile.set(alert.id, alert)
      }),
    )
    // The server sends the farms on each connection, and when they change.
    const missed$ = event$(socket, 'farms').pipe(
      switchMap(([farmIds]) => {
        const seen = farmIds.toSorted((a, b) => a - b).join()
        if (seen !== farms) settled = ''
        farms = seen
        return defer(() => {
          asking = true
          meanwhile.clear()
          return from(socket.alertsSince(settled))
        }).pipe(
          tap(({ asOf }) => {
            settled = asOf
            asking = false
          }),
          map(({ alerts, isAll }) => ({
            alerts: [
              ...alerts.filter(({ id, changeId }) => changeId > (meanwhile.get(id)?.changeId ?? 0)),
              ...(isAll ? meanwhile.values() : []),
            ],
            isAll,
          })),
          tap(() => meanwhile.clear()),
          retry({ delay: retryMs, count: 100 }),
          catchError(() => EMPTY),
        )
      }),
    )
    return merge(changes$, missed$)
  })
}
