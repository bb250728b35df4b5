import type { Logger } from 'pino'
import { type Clock, machineNow } from './clock.ts'

/** Periodic work. */
export interface Job {
  /** Unique: names the job in the log and, for `once`, among all processes. */
  name: string
  /** Ms between two runs. */
  everyMs: number
  /** The clock of the period: herd time, which a test or a replay drives, or machine time. */
  time: 'herd' | 'machine'
  /** `once`: one process runs it in each period, however many there are. `each`: every process runs it. */
  runs: 'once' | 'each'
  /** Runs at its start, too, and not only a period later. */
  atStart?: true
  /**
   * @param now the instant of the run in the job's time, epoch ms
   * @param isStopping whether the server waits for it to end: what takes long looks at it
   */
  run(now: number, isStopping: () => boolean): Promise<unknown>
}

/** Whether this process may run a job in the period that `now` (epoch ms, in the job's time) falls into. */
export type ClaimJob = (job: Pick<Job, 'name' | 'everyMs'>, now: number) => Promise<boolean>

interface JobsParts {
  clock: Clock
  log: Pick<Logger, 'warn'>
  claim: ClaimJob
  /** Is told of each run that has ended. */
  onRun?: (run: { job: string; result: 'done' | 'failed' }) => void
}

/** Runs jobs, each never twice at the same time in this process. A failure is logged with the name; the next period tries again. */
export class Jobs {
  private readonly parts: JobsParts
  private readonly ends: (() => void)[] = []
  private isStopping = false
  private readonly running = new Map<string, Promise<void>>()

  constructor(parts: JobsParts) {
    this.parts = parts
  }

  start(job: Job): void {
    if (job.time === 'herd') this.ends.push(this.parts.clock.every(job.everyMs, (now) => this.run(job, now)))
    else {
      const timer = setInterval(() => void this.run(job, machineNow()), job.everyMs)
      this.ends.push(() => clearInterval(timer))
    }
    if (job.atStart) void this.run(job, job.time === 'herd' ? this.parts.clock.now() : machineNow())
  }

  /** Starts no more runs and waits for those under way. */
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
