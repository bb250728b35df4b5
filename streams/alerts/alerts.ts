import { catchError, defer, EMPTY, from, map, merge, retry, switchMap, tap, type Observable } from 'rxjs'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { AlertsAnswer } from '#contract/live/live.ts'
import { event$, type LiveSocket } from '../liveSocket.ts'

const retryMs = 2000

/**
 * Alerts that changed, in batches: all open ones at first and when other farms come into view (`isAll`: those given out
 * before are over), then each change, and after a reconnect what changed meanwhile. Rows with ids: the newest `changeId` of
 * a row wins, an older version of one that has been given out is left out. Never errors, never completes.
 */
export function alerts$(socket: LiveSocket): Observable<AlertsAnswer> {
  return defer(() => {
    /** Up to here nothing can have been missed, of these farms. */
    let settledId = 0
    let farms = ''
    let newestId = 0
    let asking = false
    /** Rows that came while an answer was under way: the answer may hold older versions. */
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
    // The farms come with each connection, and when they change.
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
            alerts: [...alerts.filter(({ id, changeId }) => changeId > (meanwhile.get(id)?.changeId ?? 0)), ...(isAll ? meanwhile.values() : [])],
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
