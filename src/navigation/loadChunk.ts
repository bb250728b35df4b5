import { create } from 'zustand'
import { reloadStyles } from './missingStyles.ts'

/** Timeout of a script, ms. */
const loadTimeoutMs = 120_000
const retryMs = 2000
/** Time until a user is notified and an impatient load gives up, ms; patient loads continue until the script timeout. */
const maxWaitMs = 6000

/** A part of the console failed to load in time. */
export class LoadingError extends Error {
  constructor(cause: unknown) {
    super('a part of the console could not be loaded', { cause })
    this.name = 'LoadingError'
  }
}

/** Number of parts that are late: an attempt failed, or loading takes long. */
export const useLateChunks = create<{ count: number }>()(() => ({ count: 0 }))

/**
 * Loads a part of the console. Retries for a while when the server is unavailable, and reports the delay (`useLateChunks`).
 * @param isPatient whether to retry until the script timeout
 * @throws LoadingError
 */
export async function loadChunk<T>(load: () => Promise<T>, isPatient: boolean): Promise<T> {
  const startMs = performance.now()
  const giveUpMs = startMs + (isPatient ? loadTimeoutMs : maxWaitMs)
  const late = createLateness()
  try {
    for (;;) {
      try {
        return await inTime(load(), startMs + loadTimeoutMs - performance.now())
      } catch (error) {
        if (performance.now() + retryMs > giveUpMs) throw new LoadingError(error)
        late.begin()
        await new Promise((resolve) => setTimeout(resolve, retryMs))
        await reloadStyles()
      }
    }
  } finally {
    late.end()
  }
}

/** Counts one part as late from `begin()`, or after the maximum wait, until `end()`. */
function createLateness(): { begin: () => void; end: () => void } {
  let isLate = false
  const set = (next: boolean) => {
    if (next !== isLate) useLateChunks.setState(({ count }) => ({ count: count + (next ? 1 : -1) }))
    isLate = next
  }
  const timer = setTimeout(() => set(true), maxWaitMs)
  return {
    begin: () => set(true),
    end() {
      clearTimeout(timer)
      set(false)
    },
  }
}

async function inTime<T>(loading: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${loadTimeoutMs / 1000} seconds`)), limitMs)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(timer)
  }
}
