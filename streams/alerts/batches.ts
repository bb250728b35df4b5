import { map, type OperatorFunction, pipe, scan, tap, throttleTime } from 'rxjs'

interface Batch<T> {
  pieces: T[]
  /** Whether it was given out: what comes then begins another. */
  isGiven: boolean
}

/**
 * Collects values into batches: the first at once, and those within `pauseMs` after a batch together as the next one. A flood of
 * small pieces costs whoever takes them no more than one batch a pause.
 */
export function inBatches<T>(pauseMs: number): OperatorFunction<T, T[]> {
  return pipe(
    scan<T, Batch<T> | null>((batch, piece) => {
      if (batch === null || batch.isGiven) return { pieces: [piece], isGiven: false }
      batch.pieces.push(piece)
      return batch
    }, null),
    throttleTime(pauseMs, undefined, { leading: true, trailing: true }),
    tap((batch) => {
      if (batch !== null) batch.isGiven = true
    }),
    map((batch) => batch?.pieces ?? []),
  )
}
