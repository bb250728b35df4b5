/**
 * The only clock of the server: no other file reads the time.
 * *Herd time* is the time of readings, rules, headcounts and staleness. It is real time by default; tests and
 * recordings drive it. *Machine time* is always real: sessions, rate limits, time-outs.
 */
export interface Clock {
  /** Returns herd time, whole epoch ms. */
  now(): number
  /** Returns how far the machine's clock is ahead of herd time, because of a step that is not trusted yet, ms; negative when it is behind. */
  aheadMs(): number
  /** Returns whether herd time follows the machine, rather than being driven. */
  isReal(): boolean
  /** Returns herd milliseconds per machine millisecond: 1 when real, 0 while held. */
  speed(): number
  /**
   * Calls `work` every `periodMs` of herd time, never concurrently with itself. While the clock is driven,
   * `moveTo` calls it at every passed period and waits for it.
   * @returns a function that stops it
   */
  every(periodMs: number, work: (now: number) => void | Promise<void>): () => void
  /** Stops herd time at an instant; from then on only `moveTo` moves it. */
  hold(at: number): void
  /** Moves held herd time forward, stopping at every period on the way. Ignores an earlier instant. */
  moveTo(at: number): Promise<void>
  /** Continues held herd time at `speed`; without one, returns to real time. */
  release(speed?: number): void
  stop(): void
}

/** How long a step of the machine's clock is on trial, ms. If it is undone by then, it had no effect. */
const trialMs = 120_000

/** Formats an instant as in answers: ISO 8601 UTC with milliseconds. */
export function toInstant(at: number): string {
  return new Date(at).toISOString()
}

interface Periodic {
  periodMs: number
  nextAt: number
  running: Promise<void> | null
  work: (now: number) => void | Promise<void>
}

/** Returns machine time, epoch ms. */
export function machineNow(): number {
  return Date.now()
}

/** Returns machine time since a fixed point, ms. Never steps back; for measuring durations. */
export function machineSpan(): number {
  return performance.now()
}

/** Maximum correction of a clock, ms; larger changes count as steps. */
const maxCorrectionMs = 5000

export interface SteadyTime {
  /** Returns epoch ms: the wall clock, or while a step is on trial, the time before it continued. */
  now(): number
  /** Returns how far the wall clock is ahead of that, ms; negative when behind, 0 when it is trusted. */
  aheadMs(): number
}

/**
 * Compares a wall clock, which may step, with a monotonic clock. A step is on trial for a while: if it is
 * undone by then, it had no effect; otherwise the wall clock is trusted again.
 * @param wall epoch ms
 * @param span ms since a fixed point, never steps
 * @param trialMs how long a step is on trial
 */
export function createSteadyTime(wall: () => number, span: () => number, trialMs: number): SteadyTime {
  let lastTrusted = { at: wall(), spanMs: span() }
  let steppedMs: number | null = null

  const read = () => {
    const [at, spanMs] = [wall(), span()]
    const expected = lastTrusted.at + spanMs - lastTrusted.spanMs
    const isStep = Math.abs(at - expected) > maxCorrectionMs
    if (isStep) steppedMs ??= spanMs
    if (isStep && spanMs - (steppedMs ?? spanMs) < trialMs) return { now: expected, aheadMs: at - expected }
    steppedMs = null
    lastTrusted = { at, spanMs }
    return { now: at, aheadMs: 0 }
  }
  return { now: () => read().now, aheadMs: () => read().aheadMs }
}

/** Maximum wait between two checks of periodic work, ms of machine time. */
const maxWaitMs = 250

export function createClock(
  onError: (error: unknown) => void = (error) => {
    throw error
  },
): Clock {
  let heldAt: number | null = null
  let base: { herd: number; machine: number; speed: number } | null = null
  const periodics = new Set<Periodic>()
  let timer: NodeJS.Timeout | undefined

  const real = createSteadyTime(machineNow, machineSpan, trialMs)
  const isReal = () => heldAt === null && base === null
  const now = () => {
    if (heldAt !== null) return heldAt
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
    if (heldAt !== null) return
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
    if (timer === undefined && heldAt === null && periodics.size > 0) timer = setTimeout(look, 1)
  }

  return {
    now,
    aheadMs: () => (isReal() ? real.aheadMs() : 0),
    isReal,
    speed: () => (heldAt !== null ? 0 : (base?.speed ?? 1)),
    every(periodMs, work) {
      const periodic: Periodic = { periodMs, nextAt: now() + periodMs, running: null, work }
      periodics.add(periodic)
      arm()
      return () => void periodics.delete(periodic)
    },
    hold(at) {
      heldAt = at
      base = null
      clearTimeout(timer)
      timer = undefined
      for (const periodic of periodics) periodic.nextAt = at + periodic.periodMs
    },
    async moveTo(at) {
      if (heldAt === null) throw new Error('the clock is not held')
      while (heldAt < at) {
        let step = at
        for (const { nextAt } of periodics) step = Math.min(step, Math.max(nextAt, heldAt))
        heldAt = step
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
      heldAt = null
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
