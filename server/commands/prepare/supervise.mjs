// Keeps a command running: once it was ready, it is started again whenever it ends by itself with a fault.
import { setTimeout as wait } from 'node:timers/promises'
import { say, stopwatch } from './checkout.mjs'
import { isInterrupted, run, stopWhenInterrupted } from './programs.mjs'

/** Before the second start, the third, … After so many in a row it is left to whoever watches us. */
const pausesMs = [200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000]
/** A command that ran for so long has nothing to do with the crash before. */
const calmSeconds = 600

/** As `run`. The command says `{ type: 'ready' }` over its channel, and ends when the channel does. */
export async function supervise(command, words, options, pauses = pausesMs) {
  let wasReady = false
  const hear = (message) => {
    if (message?.type === 'ready') wasReady = true
  }
  for (let crashes = 0; ; crashes++) {
    const elapsed = stopwatch()
    const result = await run(command, words, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], hear })
    const { code, signal, error } = result
    if (error || isInterrupted() || !wasReady || code === 0) return result
    if (elapsed() > calmSeconds) crashes = 0
    const pauseMs = pauses[crashes]
    const why = signal ? `was killed (${signal})` : `ended by a fault (exit code ${code})`
    if (pauseMs === undefined) {
      say(`drover: it ${why} ${crashes + 1} times in a row, and is not started again.`)
      return result
    }
    say(`drover: it ${why}; it is started again in ${pauseMs / 1000} s.`)
    for (let waited = 0; waited < pauseMs; waited += 100) {
      await wait(Math.min(100, pauseMs - waited))
      stopWhenInterrupted()
    }
  }
}
