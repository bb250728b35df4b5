import { catchError, defer, EMPTY, from, map, merge, retry, switchMap, tap, type Observable } from 'rxjs'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { AlertsAnswer } from '#contract/live/live.ts'
import { event$, type LiveSocket } from '../liveSocket.ts'

const retryMs = 2000

/**
 * Emits changed alerts in batches. `isAll` batches contain all open alerts and replace everything emitted before: the first batch, and one whenever
 * the visible farms change. Then each change follows, and after a reconnect all changes that were missed.
 * Older versions of an emitted alert are skipped, by `changeId`. Never errors, never completes.
 */
export function alerts$(socket: LiveSocket): Observable<AlertsAnswer> {
  return defer(() => {
    /** For the current farms, no change up to this id was missed. */
    let settledId = 0
    let farms = ''
    let newestId = 0
    let asking = false
    /** Alerts received while a request is pending; its answer may contain older versions. */
    const meanwhile = new Map<number, Alert>()

    const changes$ = event$(socket, 'alerts').pipe(
      map(([alerts]) => ({ alerts, isAll: false })),
      tap(({ alerts }) => {
        for (const alert of alerts) {
          newestId = Math.max(newestId, alert.changeId)
          if (asking && alert.changeId > (meanwhile.get(alert.id)?.changeId ?? 0)) meanwhile.set(alert.id, alert)
        }
        if (!asking) settledId = newestId
      }),
    )
    // The server sends the farms on each connection, and when they change.
    const missed$ = event$(socket, 'farms').pipe(
      switchMap(([farmIds]) => {
        const seen = farmIds.toSorted((a, b) => a - b).join()
        if (seen !== farms) settledId = 0
        farms = seen
        return defer(() => {
          asking = true
          meanwhile.clear()
          return from(socket.alertsSince(settledId))
        }).pipe(
          map(({ alerts, isAll }) => ({
            alerts: [
              ...alerts.filter(({ id, changeId }) => changeId > (meanwhile.get(id)?.changeId ?? 0)),
              ...(isAll ? meanwhile.values() : []),
            ],
            isAll,
          })),
          tap(({ alerts }) => {
            for (const { changeId } of alerts) newestId = Math.max(newestId, changeId)
            settledId = newestId
            asking = false
            meanwhile.clear()
          }),
          retry({ delay: retryMs, count: 100 }),
          catchError(() => EMPTY),
        )
      }),
    )
    return merge(changes$, missed$)
  })
}
