/**
 * The only clock of the server: no other file reads the time.
 *
 * *Herd time* is what readings, rules, headcounts and staleness are judged by. It is real time by default; a test or
 * a recording drives it. *Machine time* is always real: sessions, rate limits, time-outs.
 */
export interface Clock {
  /** Herd time, whole epoch ms. */
  now(): number
  /** How far the machine's clock is ahead of herd time because it stepped and is not believed yet, ms; negative: behind. */
  aheadMs(): number
  /** Whether herd time is the machine's, and nobody drives it. */
  isReal(): boolean
  /** Herd milliseconds per machine millisecond: 1 when real, 0 while driven step by step. */
  speed(): number
  /**
   * Calls `work` each `periodMs` of herd time; a call still running is not overlapped. While the clock is driven,
   * `moveTo` calls it at every period passed and waits for it.
   * @returns a function that ends it
   */
  every(periodMs: number, work: (now: number) => void | Promise<void>): () => void
  /** Holds herd time at an instant; from then on it moves by `moveTo` alone. */
  hold(at: number): void
  /** Moves held herd time forward, stopping at every period on the way; an earlier instant changes nothing. */
  moveTo(at: number): Promise<void>
  /** Lets herd time run on from where it is held at `speed`, or, without one, takes up real time again. */
  release(speed?: number): void
  stop(): void
}

/** So long a step of the machine's clock is on trial: what is undone by then no reading and no rule has gone by. */
const trialMs = 120_000

/** ISO 8601 UTC with milliseconds, as answers carry instants. */
export function toInstant(at: number): string {
  return new Date(at).toISOString()
}

interface Periodic {
  periodMs: number
  nextAt: number
  running: Promise<void> | null
  work: (now: number) => void | Promise<void>
}

/** Machine time, epoch ms. */
export function machineNow(): number {
  return Date.now()
}

/** Machine time since some fixed point, ms: for measuring spans, never steps back. */
export function machineSpan(): number {
  return performance.now()
}

/** A clock is set right by less; more is a step that somebody or something made. */
const toleratedStepMs = 5000

export interface SteadyTime {
  /** Epoch ms: what the wall clock says, or, while a step of it is on trial, what it said before, carried on. */
  now(): number
  /** How far the wall clock is ahead of that, ms; negative: behind; 0: it is believed. */
  aheadMs(): number
}

/**
 * The time by a wall clock that may step, held against one that never does. A step is on trial for a while: when it is
 * undone by then, nothing went by it; otherwise the wall clock is believed again.
 * @param wall epoch ms
 * @param span ms since some fixed point, never steps
 * @param trialMs how long a step is on trial
 */
export function createSteadyTime(wall: () => number, span: () => number, trialMs: number): SteadyTime {
  let known = { at: wall(), spanMs: span() }
  let steppedMs: number | null = null

  const read = () => {
    const [at, spanMs] = [wall(), span()]
    const expected = known.at + spanMs - known.spanMs
    const isStep = Math.abs(at - expected) > toleratedStepMs
    if (isStep) steppedMs ??= spanMs
    if (isStep && spanMs - (steppedMs ?? spanMs) < trialMs) return { now: expected, aheadMs: at - expected }
    steppedMs = null
    known = { at, spanMs }
    return { now: at, aheadMs: 0 }
  }
  return { now: () => read().now, aheadMs: () => read().aheadMs }
}

/** Longest wait between two looks at the periodic work, ms of machine time. */
const maxWaitMs = 250

export function createClock(onError: (error: unknown) => void = (error) => { throw error }): Clock {
  let held: number | null = null
  let base: { herd: number; machine: number; speed: number } | null = null
  const periodics = new Set<Periodic>()
  let timer: NodeJS.Timeout | undefined

  const real = createSteadyTime(machineNow, machineSpan, trialMs)
  const isReal = () => held === null && base === null
  const now = () => {
    if (held !== null) return held
    return Math.floor(base === null ? real.now() : base.herd + (performance.now() - base.machine) * base.speed)
  }

  const run = (periodic: Periodic, at: number): Promise<void> => {
    const running = (async () => {
      try {
        await periodic.work(at)
      } catch (error) {
        onError(error)
      } finally {
        periodic.running = null
      }
    })()
    periodic.running = running
    return running
  }

  const look = () => {
    timer = undefined
    if (held !== null) return
    const at = now()
    let wait = maxWaitMs
    for (const periodic of periodics) {
      if (at >= periodic.nextAt || periodic.nextAt - at > 2 * periodic.periodMs) {
        periodic.nextAt = at + periodic.periodMs
        if (!periodic.running) void run(periodic, at)
      }
      wait = Math.min(wait, (periodic.nextAt - at) / (base?.speed ?? 1))
    }
    timer = setTimeout(look, Math.max(1, wait))
  }

  const arm = () => {
    if (timer === undefined && held === null && periodics.size > 0) timer = setTimeout(look, 1)
  }

  return {
    now,
    aheadMs: () => (isReal() ? real.aheadMs() : 0),
    isReal,
    speed: () => (held !== null ? 0 : (base?.speed ?? 1)),
    every(periodMs, work) {
      const periodic: Periodic = { periodMs, nextAt: now() + periodMs, running: null, work }
      periodics.add(periodic)
      arm()
      return () => void periodics.delete(periodic)
    },
    hold(at) {
      held = at
      base = null
      clearTimeout(timer)
      timer = undefined
      for (const periodic of periodics) periodic.nextAt = at + periodic.periodMs
    },
    async moveTo(at) {
      if (held === null) throw new Error('the clock is not held')
      while (held < at) {
        let step = at
        for (const { nextAt } of periodics) step = Math.min(step, Math.max(nextAt, held))
        held = step
        for (const periodic of periodics) {
          if (periodic.nextAt > step) continue
          periodic.nextAt = step + periodic.periodMs
          await (periodic.running ?? Promise.resolve())
          await run(periodic, step)
        }
      }
    },
    release(speed) {
      const at = now()
      held = null
      base = speed === undefined ? null : { herd: at, machine: performance.now(), speed }
      for (const periodic of periodics) periodic.nextAt = Math.min(periodic.nextAt, now() + periodic.periodMs)
      arm()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      periodics.clear()
    },
  }
}
