import type { Logger } from 'pino'
import { type Clock, machineNow } from './clock.ts'

/** Periodic work. */
export interface Job {
  /** Unique name, for the log and, with `once`, among all processes. */
  name: string
  /** Interval between two runs, ms. */
  intervalMs: number
  /** Clock of the interval: herd time, which tests and replays drive, or machine time. */
  time: 'herd' | 'machine'
  /** `once`: one process runs it per interval. `each`: every process runs it. */
  runs: 'once' | 'each'
  /** Also runs at the start, not only after the first interval. */
  atStart?: true
  /**
   * @param now the instant of the run in the job's time, epoch ms
   * @param isStopping returns whether the server is waiting for it to end; long runs must check it
   */
  run(now: number, isStopping: () => boolean): Promise<unknown>
}

/** Returns whether this process may run a job in the interval of `now` (epoch ms, in the job's time). */
export type ClaimJob = (job: Pick<Job, 'name' | 'intervalMs'>, now: number) => Promise<boolean>

interface JobsParts {
  clock: Clock
  log: Pick<Logger, 'warn'>
  claim: ClaimJob
  /** Called after each run. */
  onRun?: (run: { job: string; result: 'done' | 'failed' }) => void
}

/** Runs jobs, never concurrently with themselves in this process. A failure is logged with the job's name; the next interval tries again. */
export class Jobs {
  private readonly parts: JobsParts
  private readonly ends: (() => void)[] = []
  private isStopping = false
  private readonly running = new Map<string, Promise<void>>()

  constructor(parts: JobsParts) {
    this.parts = parts
  }

  start(job: Job): void {
    if (job.time === 'herd') this.ends.push(this.parts.clock.every(job.intervalMs, (now) => this.run(job, now)))
    else {
      const timer = setInterval(() => void this.run(job, machineNow()), job.intervalMs)
      this.ends.push(() => clearInterval(timer))
    }
    if (job.atStart) void this.run(job, job.time === 'herd' ? this.parts.clock.now() : machineNow())
  }

  /** Starts no further runs and waits for those in progress. */
  async stop(): Promise<void> {
    this.isStopping = true
    for (const end of this.ends.splice(0)) end()
    await Promise.all(this.running.values())
  }

  private run(job: Job, now: number): Promise<void> {
    const under = this.running.get(job.name)
    if (under) return under
    const running = this.attempt(job, now).finally(() => this.running.delete(job.name))
    this.running.set(job.name, running)
    return running
  }

  private async attempt(job: Job, now: number): Promise<void> {
    const { claim, log, onRun } = this.parts
    try {
      if (job.runs === 'once' && !(await claim(job, now))) return
      await job.run(now, () => this.isStopping)
      onRun?.({ job: job.name, result: 'done' })
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'a job failed')
      onRun?.({ job: job.name, result: 'failed' })
    }
  }
}
