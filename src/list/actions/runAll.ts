import { invalidate, nounOf } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { CallError } from '../../api/CallError.ts'
import type { Ask, Row, RowAction } from '../describe.ts'

/** Calls under way at once: the server has other guests. */
const atOnce = 4

export interface Failed {
  row: Row
  /** In the reader's language. */
  message: string
  /** It is refused to the person alone: somebody has to approve it. */
  needsApproval: boolean
}

export interface Outcome {
  done: Row[]
  failed: Failed[]
  /** Those that were not begun when the person cancelled. */
  left: Row[]
}

interface Run {
  action: RowAction<Row>
  rows: readonly Row[]
  reason: string
  signal: AbortSignal
  onStep: (done: number) => void
  /** Why a call failed, in the reader's language. */
  wordsOf: (error: unknown) => string
}

/** Does an action with each row; one that fails does not hold up the others. */
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
        outcome.failed.push({ row, message: wordsOf(error), needsApproval: error instanceof CallError && error.code === 'APPROVAL_REQUIRED' })
      }
      onStep(outcome.done.length + outcome.failed.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, work))
  // Once for all rows.
  invalidate(...nouns)
  return outcome
}
