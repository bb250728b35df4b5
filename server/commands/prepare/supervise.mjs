// Keeps a command running: once it was ready, it is started again whenever it ends by itself with a fault.
import { setTimeout as wait } from 'node:timers/promises'
import { say, stopwatch } from './checkout.mjs'
import { isInterrupted, run, stopWhenInterrupted } from './programs.mjs'

/** Before the second start, the third, … After so many in a row it is left to whoever watches us. */
const pausesMs = [200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000]
/** A command that ran for so long has nothing to do with the crash before. */
const calmSeconds = 600

/**
 * As `run`. The command says `{ type: 'ready' }` over its channel, and ends when the channel does. It may ask for `{ type: 'console' }`, and is
 * answered the same once `built` is fulfilled. `onReady` is called when it is ready for the first time.
 */
export async function supervise(command, words, options, { pauses = pausesMs, built = Promise.resolve(), onReady = () => {} } = {}) {
  let wasReady = false
  const hear = (message, child) => {
    // Where it can't be built the command is told to end, and where it has ended there is nobody to tell.
    if (message?.type === 'console') built.then(() => child.send({ type: 'console' }, () => {})).catch(() => {})
    if (message?.type !== 'ready' || wasReady) return
    wasReady = true
    onReady()
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
