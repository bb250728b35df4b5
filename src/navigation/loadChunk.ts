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

/**
 * Loads a part of the console. A server that is away just then does not break the page: it is asked again for a while.
 * @param isPatient whether to go on for as long as a script may take at all
 * @throws LoadingError
 */
export async function loadChunk<T>(load: () => Promise<T>, isPatient: boolean): Promise<T> {
  const startMs = performance.now()
  const giveUpMs = startMs + (isPatient ? loadTimeoutMs : patienceMs)
  for (;;) {
    try {
      return await inTime(load(), startMs + loadTimeoutMs - performance.now())
    } catch (error) {
      if (performance.now() + retryMs > giveUpMs) throw new LoadingError(error)
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
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
