import { catchError, defer, EMPTY, filter, from, map, merge, retry, switchMap, tap, type Observable } from 'rxjs'
import type { Alert } from '#contract/alerts.ts'
import { event$, socketStates$, type LiveSocket } from './liveSocket.ts'

const retryMs = 2000

/**
 * Alerts that changed, in batches: all open ones at first, then each change, and after a reconnect whatever changed
 * meanwhile. Rows with ids: the newest `changeId` of a row wins, an older version of one that has been given out is
 * left out. Never errors, never completes.
 */
export function alerts$(socket: LiveSocket): Observable<Alert[]> {
  return defer(() => {
    /** Up to here nothing can have been missed. */
    let settledId = 0
    let newestId = 0
    let asking = false
    /** Versions that came while an answer was under way: the answer may hold older ones. */
    const meanwhile = new Map<number, number>()

    const changes$ = event$(socket, 'alerts').pipe(
      map(([alerts]) => alerts),
      tap((alerts) => {
        for (const { id, changeId } of alerts) {
          newestId = Math.max(newestId, changeId)
          if (asking) meanwhile.set(id, Math.max(changeId, meanwhile.get(id) ?? 0))
        }
        if (!asking) settledId = newestId
      }),
    )
    const missed$ = socketStates$(socket).pipe(
      filter((state) => state.kind === 'connected'),
      switchMap(() =>
        defer(() => {
          asking = true
          meanwhile.clear()
          return from(socket.alertsSince(settledId))
        }).pipe(
          map((alerts) => alerts.filter(({ id, changeId }) => changeId > (meanwhile.get(id) ?? 0))),
          tap((alerts) => {
            for (const { changeId } of alerts) newestId = Math.max(newestId, changeId)
            settledId = newestId
            asking = false
            meanwhile.clear()
          }),
          retry({ delay: retryMs, count: 100 }),
          catchError(() => EMPTY),
        ),
      ),
    )
    return merge(changes$, missed$)
  })
}
