import { lazy, type ComponentType } from 'react'

/** A script that has not come after so long is given up. */
const loadTimeoutMs = 120_000
const retryMs = 2000

/**
 * A part of the console whose script is loaded when it is first shown. A server that is away just then does not break
 * the page: it is asked again until the script comes.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await keepTrying(load, performance.now() + loadTimeoutMs) }))
}

async function keepTrying<T>(load: () => Promise<T>, untilMs: number): Promise<T> {
  for (;;) {
    try {
      return await inTime(load(), untilMs - performance.now())
    } catch (error) {
      if (performance.now() + retryMs > untilMs) throw error
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

function inTime<T>(loading: Promise<T>, limitMs: number): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('a part of the console took too long to load')), limitMs)
  })
  return Promise.race([loading, late])
}
