import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fromDriverSchema } from '#contract/live/clockDriver.ts'
import type { FromDriver, ToDriver } from '#contract/live/clockDriver.ts'
import type { Clock } from '../clock.ts'
import { StartError } from '../settings.ts'

type Ending = Extract<FromDriver, { type: 'seeded' | 'replayed' }>

export interface Driven {
  script: string
  args?: string[]
  environment: Record<string, string>
  clock: Clock
  /** Returns what the process starts with; gets the recording that it has read, if any. */
  start: (recording: Extract<FromDriver, { type: 'recording' }> | null) => Promise<Extract<ToDriver, { type: 'start' }>>
  /** Whether `start` waits until the process has read a recording. */
  readsRecording: boolean
  /** Called with the instant that the clock was moved to; the process waits until it is done. */
  onMoved?: (at: number) => void | Promise<void>
  /** Called with the animals stored so far, and of how many. */
  onMade?: (animals: number, of: number) => void
}

/**
 * Starts a process that fills the server through its own listeners and calls, and moves herd time for it.
 * @returns its final message
 * @throws StartError when it fails
 */
export async function driveClock(driven: Driven): Promise<Ending> {
  const child = startChild(driven.script, driven.args ?? [], driven.environment)
  const sendToChild = (message: ToDriver) => void (child.connected && child.send(message))
  const { promise, resolve, reject } = Promise.withResolvers<Ending>()
  const onMessage = async (message: FromDriver) => {
    switch (message.type) {
      case 'recording':
        sendToChild(await driven.start(message))
        return
      case 'moveTo':
        await driven.clock.moveTo(message.at)
        await driven.onMoved?.(message.at)
        sendToChild({ type: 'moved', at: message.at })
        return
      case 'made':
        driven.onMade?.(message.animals, message.of)
        return
      case 'release':
        driven.clock.release(message.speed)
        sendToChild({ type: 'released' })
        return
      case 'failed':
        reject(new StartError(message.message))
        return
      default:
        resolve(message)
    }
  }
  child.on('message', (value) => {
    onMessage(fromDriverSchema.parse(value)).catch(reject)
  })
  child.on('error', reject)
  child.on('exit', (code) => reject(new StartError(`${driven.script} ended with ${code ?? 'a signal'}`)))
  if (!driven.readsRecording) sendToChild(await driven.start(null))
  return promise
}

/** Starts a process of the mocks folder, which knows the server only by its addresses. */
export function startChild(script: string, args: string[], environment: Record<string, string>): ChildProcess {
  return fork(new URL(`../../mocks/${script}`, import.meta.url), args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
