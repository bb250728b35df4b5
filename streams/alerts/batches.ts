import { map, type OperatorFunction, pipe, scan, tap, throttleTime } from 'rxjs'

interface Batch<T> {
  pieces: T[]
  /** Whether it was emitted; later values start a new batch. */
  isGiven: boolean
}

/**
 * Collects values into batches: the first value at once, and those within `pauseMs` after a batch together as the next one. A flood of small values
 * thus costs at most one batch per pause.
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
