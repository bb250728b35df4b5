import { invalidate, nounOf } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { CallError } from '../../api/CallError.ts'
import type { Ask, Row, RowAction } from '../describe.ts'

/** Concurrent calls; low, to leave the server room for other users. */
const concurrency = 4

export interface Failed {
  row: Row
  /** In the user's language. */
  message: string
  /** The user may not do this without another person's approval. */
  needsApproval: boolean
}

export interface Outcome {
  done: Row[]
  failed: Failed[]
  /** Rows not started when the user cancelled. */
  left: Row[]
}

interface Run {
  action: RowAction<Row>
  rows: readonly Row[]
  reason: string
  signal: AbortSignal
  onStep: (done: number) => void
  /** Describes the failure of a call in the user's language. */
  wordsOf: (error: unknown) => string
}

/** Runs an action on each row; a failure does not stop the others. */
export async function runAll({ action, rows, reason, signal, onStep, wordsOf }: Run): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [], left: [] }
  const nouns = new Set<string>()
  const ask: Ask = (endpoint, input) => {
    nouns.add(nounOf(endpoint))
    return request(endpoint, input)
  }
  const waiting = [...rows]
  const work = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      if (signal.aborted) {
        outcome.left.push(row)
        continue
      }
      try {
        await action.run(row, ask, reason)
        outcome.done.push(row)
      } catch (error) {
        outcome.failed.push({
          row,
          message: wordsOf(error),
          needsApproval: error instanceof CallError && error.code === 'APPROVAL_REQUIRED',
        })
      }
      onStep(outcome.done.length + outcome.failed.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, work))
  // Invalidates each noun once for all rows.
  invalidate(...nouns)
  return outcome
}
