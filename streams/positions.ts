import {
  asyncScheduler,
  auditTime,
  catchError,
  combineLatest,
  defer,
  EMPTY,
  filter,
  ignoreElements,
  map,
  merge,
  mergeMap,
  of,
  startWith,
  Subject,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs'
import { decodeFrames, frameKinds, type Frame } from '#contract/live/frames.ts'
import type { Roster } from '#contract/live/live.ts'
import { event$, socketStates$, type LiveSocket } from './liveSocket.ts'

/** A frame to apply; a snapshot comes with the roster of its rows. */
export interface PositionUpdate {
  frame: Frame
  roster?: Roster
}

/** The last epoch and sequence received of a farm. */
interface FrameCursor {
  epoch: number
  sequence: number
}

/** Gaps of several farms within this time are requested together, ms. */
const coalesceMs = 50
/** Time after which a missing snapshot is requested again, ms. */
const timeoutMs = 5000

/** Returns no frames when the bytes are malformed; the resulting gap is then noticed. */
function decode(bytes: ArrayBuffer): Frame[] {
  try {
    return decodeFrames(bytes)
  } catch {
    return []
  }
}

/**
 * Emits the frames of the farms in view in an order in which each can be applied: a snapshot, then deltas by sequence.
 * After a gap, a frame of another epoch or a reconnect, it sends the last epoch and sequence of each farm to the server. The server answers with the
 * missing deltas or a snapshot; unconnected deltas are skipped until then. Never errors, never completes.
 * @param farmIds$ the farms in view; a farm that returns starts with a snapshot
 */
export function positions$(
  socket: LiveSocket,
  farmIds$: Observable<readonly number[]>,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<PositionUpdate> {
  return defer(() => {
    const places = new Map<number, FrameCursor>()
    const lost$ = new Subject<void>()

    const startOver = (farmId: number): Observable<never> => {
      if (places.delete(farmId)) lost$.next()
      return EMPTY
    }
    const applyFrame = (frame: Frame, roster?: Roster): Observable<PositionUpdate> => {
      places.set(frame.farmId, { epoch: frame.epoch, sequence: frame.sequence })
      return of(roster ? { frame, roster } : { frame })
    }
    const snapshots$ = event$(socket, 'snapshot').pipe(
      mergeMap(([roster, bytes]) => {
        const [frame] = decode(bytes)
        return frame?.kind === frameKinds.snapshot ? applyFrame(frame, roster) : startOver(roster.farmId)
      }),
    )
    const deltas$ = event$(socket, 'delta').pipe(
      mergeMap(([bytes]) => decode(bytes)),
      mergeMap((frame) => {
        const place = places.get(frame.farmId)
        // A farm without a place is out of view, or waits for its snapshot.
        if (!place) return EMPTY
        if (frame.epoch === place.epoch && frame.sequence <= place.sequence) return EMPTY
        const joins = frame.epoch === place.epoch && frame.sequence === place.sequence + 1
        return joins ? applyFrame(frame) : startOver(frame.farmId)
      }),
    )

    const connected$ = socketStates$(socket).pipe(filter((state) => state.kind === 'connected'))
    const reasons$ = combineLatest([
      farmIds$,
      connected$,
      lost$.pipe(auditTime(coalesceMs, scheduler), startWith(undefined)),
    ])
    const asks$ = reasons$.pipe(
      switchMap(([farmIds]) => requestFrames(socket, farmIds, places, scheduler)),
      ignoreElements(),
    )
    return merge(snapshots$, deltas$, asks$)
  })
}

/** Requests frames of the farms, and again until all allowed farms have answered. */
function requestFrames(
  socket: LiveSocket,
  farmIds: readonly number[],
  places: Map<number, FrameCursor>,
  scheduler: SchedulerLike,
): Observable<unknown> {
  for (const farmId of places.keys()) if (!farmIds.includes(farmId)) places.delete(farmId)
  const ask = (): Observable<unknown> =>
    defer(() => socket.watch({ farms: farmIds.map((farmId) => ({ farmId, ...places.get(farmId) })) })).pipe(
      map(({ refused }) => new Set(refused)),
      catchError(() => of(new Set<number>())),
      switchMap((refused) =>
        timer(timeoutMs, scheduler).pipe(
          filter(() => farmIds.some((farmId) => !places.has(farmId) && !refused.has(farmId))),
          switchMap(ask),
        ),
      ),
    )
  return ask()
}
