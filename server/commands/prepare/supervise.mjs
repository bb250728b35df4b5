// Restarts a command that was ready whenever it crashes.
import { setTimeout as wait } from 'node:timers/promises'
import { say, stopwatch } from './checkout.mjs'
import { isInterrupted, run, stopWhenInterrupted } from './programs.mjs'

/** Pause before the first restart, the second, … After that many crashes in a row it is not restarted. */
const pausesMs = [200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000]
/** Running time after which a crash counts as unrelated to the previous one, seconds. */
const calmSeconds = 600

/**
 * Runs a command like `run` and restarts it after crashes. The command sends `{ type: 'ready' }` over its channel, and ends when the channel
 * closes. It may send `{ type: 'console' }`, and gets the same message back once `built` is fulfilled. `onReady` is called when it is first ready.
 */
export async function supervise(
  command,
  words,
  options,
  { pauses = pausesMs, built = Promise.resolve(), onReady = () => {} } = {},
) {
  let wasReady = false
  const hear = (message, child) => {
    // If the build fails, the command is stopped; if the command has ended, there is nobody to answer.
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
