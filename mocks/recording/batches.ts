import type { Track } from './tracks.ts'

/** Rows of a recording that are sent together, and the herd time at which the last of them happened (epoch ms). */
export interface Batch {
  at: number
  tracks: Track[]
}

const maxBatchMs = 60_000
const maxBatchRows = 1000

/** Splits a recording into batches of at most a minute and 1,000 rows, in its order. */
export function* toBatches(tracks: readonly Track[], from: number, to: number): Generator<Batch> {
  let batch: Batch = { at: from, tracks: [] }
  let first = from
  for (const track of tracks) {
    // Impossible times do not move the clock.
    const at = typeof track.at === 'number' && track.at >= from && track.at <= to ? track.at : batch.at
    if (batch.tracks.length === 0) first = at
    else if (at - first >= maxBatchMs || batch.tracks.length >= maxBatchRows) {
      yield batch
      batch = { at: batch.at, tracks: [] }
      first = at
    }
    batch.at = Math.max(batch.at, at)
    batch.tracks.push(track)
  }
  if (batch.tracks.length > 0) yield batch
}
