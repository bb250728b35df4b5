import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import type { Action, Ask, Row } from '../describe.ts'

/** Calls under way at once: the server has other guests. */
const atOnce = 4

export interface Failed {
  row: Row
  /** In the reader's language where the server said it. */
  message: string
}

export interface Outcome {
  done: Row[]
  failed: Failed[]
  /** Those that were not begun when the person cancelled. */
  left: Row[]
}

interface Run {
  action: Action<Row>
  rows: readonly Row[]
  reason: string
  signal: AbortSignal
  onStep: (done: number) => void
  /** What to say of a failure that the server has no words for. */
  unknown: string
}

/** Does an action with each row; one that fails does not hold up the others. */
export async function runAll({ action, rows, reason, signal, onStep, unknown }: Run): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [], left: [] }
  const ask: Ask = (endpoint, input) => call(endpoint, input, { quiet: true })
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
        const said = error instanceof CallError && error.status > 0 ? error.message : ''
        outcome.failed.push({ row, message: said || unknown })
      }
      onStep(outcome.done.length + outcome.failed.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, work))
  return outcome
}
