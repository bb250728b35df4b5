import { create } from 'zustand'
import { reloadStyles } from './missingStyles.ts'

/** A script that has not come after so long is given up. */
const loadTimeoutMs = 120_000
const retryMs = 2000
/** How long a person is kept waiting before they are told; a wall, which nobody stands before, is tried for the whole time. */
const patienceMs = 6000

/** A part of the console could not be loaded: its script did not come, or not in time. */
export class LoadingError extends Error {
  constructor(cause: unknown) {
    super('a part of the console could not be loaded', { cause })
    this.name = 'LoadingError'
  }
}

/** How many parts of the console are still waited for: a try failed, or they take long. */
export const useLateChunks = create<{ count: number }>()(() => ({ count: 0 }))

/**
 * Loads a part of the console. A server that is away just then does not break the page: it is asked again for a while,
 * and that is said meanwhile (`useLateChunks`).
 * @param isPatient whether to go on for as long as a script may take at all
 * @throws LoadingError
 */
export async function loadChunk<T>(load: () => Promise<T>, isPatient: boolean): Promise<T> {
  const startMs = performance.now()
  const giveUpMs = startMs + (isPatient ? loadTimeoutMs : patienceMs)
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

/** Counts one part as late from `begin()`, or once it has taken long, until `end()`. */
function createLateness(): { begin: () => void; end: () => void } {
  let isLate = false
  const set = (next: boolean) => {
    if (next !== isLate) useLateChunks.setState(({ count }) => ({ count: count + (next ? 1 : -1) }))
    isLate = next
  }
  const timer = setTimeout(() => set(true), patienceMs)
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
