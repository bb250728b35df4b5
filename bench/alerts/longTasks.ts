import type { Page } from '@playwright/test'

/** Long tasks of a page: those of 50 ms and more. */
export interface Tasks {
  count: number
  longestMs: number
  /** The longest without its time in WebGL calls. Without a graphics card these calls wait for the drawing. */
  longestOwnMs: number
}

interface Noted {
  startTime: number
  duration: number
}

/** Records the long tasks of a page from its start, and its time in WebGL calls. */
export function watchTasks(): void {
  const tasks: Noted[] = []
  const drawn: Noted[] = []
  Reflect.set(window, 'droverTasks', { tasks, drawn })
  new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))),
  ).observe({ type: 'longtask', buffered: true })
  const timed = (work: (...input: unknown[]) => unknown) =>
    function (this: unknown, ...input: unknown[]): unknown {
      const startTime = performance.now()
      try {
        return Reflect.apply(work, this, input)
      } finally {
        const duration = performance.now() - startTime
        const last = drawn.at(-1)
        if (last && startTime - last.startTime < 10) last.duration += duration
        else if (duration > 0) drawn.push({ startTime, duration })
      }
    }
  for (const [name, one] of Object.entries(Object.getOwnPropertyDescriptors(WebGL2RenderingContext.prototype))) {
    const { value } = one as { value?: unknown }
    if (typeof value === 'function' && name !== 'constructor')
      Object.defineProperty(WebGL2RenderingContext.prototype, name, {
        ...one,
        value: timed(value as (...input: unknown[]) => unknown),
      })
  }
  for (const name of ['width', 'height'] as const) {
    const one = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, name)
    if (one?.set)
      Object.defineProperty(HTMLCanvasElement.prototype, name, {
        ...one,
        set: timed(one.set as (...input: unknown[]) => unknown),
      })
  }
}

/** Returns the long tasks since the previous call. */
async function tasksOf(page: Page): Promise<Tasks> {
  const noted = await page.evaluate(() => {
    const { tasks, drawn } = Reflect.get(window, 'droverTasks') as { tasks: Noted[]; drawn: Noted[] }
    const found = tasks.splice(0).map(({ startTime, duration }) => {
      const within = drawn.filter((call) => call.startTime >= startTime && call.startTime < startTime + duration)
      return { duration, own: duration - within.reduce((sum, call) => sum + call.duration, 0) }
    })
    drawn.splice(0)
    return found
  })
  return {
    count: noted.length,
    longestMs: Math.max(0, ...noted.map(({ duration }) => duration)),
    longestOwnMs: Math.max(0, ...noted.map(({ own }) => own)),
  }
}

/** Returns the long tasks of a page while work runs. */
export async function during(page: Page, work: () => Promise<unknown>): Promise<Tasks> {
  await tasksOf(page)
  await work()
  return tasksOf(page)
}
