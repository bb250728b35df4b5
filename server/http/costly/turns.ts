import { CallError } from '../../callError.ts'

interface TurnLimits {
  /** Calls that run concurrently, per account and in total. */
  concurrency: number
  inAll: number
  /** Maximum waiting calls per account. */
  waiting: number
}

const retryAfterSeconds = 5

/** Limits concurrency; further work waits in order. */
class Gate {
  private readonly concurrency: number
  private running = 0
  private readonly queue: (() => void)[] = []

  constructor(concurrency: number) {
    this.concurrency = concurrency
  }

  get waiting(): number {
    return this.queue.length
  }

  get isIdle(): boolean {
    return this.running === 0
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running++
    // A finished call passes its place on.
    else await new Promise<void>((resolve) => void this.queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.queue.shift()
      if (next) next()
      else this.running--
    }
  }
}

/** Limits costly calls per account and in total, so that no account blocks the others. */
export class Turns {
  private readonly limits: TurnLimits
  private readonly all: Gate
  private readonly accounts = new Map<number, Gate>()

  constructor(limits: TurnLimits) {
    this.limits = limits
    this.all = new Gate(limits.inAll)
  }

  /**
   * Runs work when it is the account's turn.
   * @param signal aborted when nobody waits for the work any more; it is then not started
   * @throws CallError BUSY when too many calls of the account wait
   */
  async take<T>(accountId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const account = this.accounts.get(accountId) ?? new Gate(this.limits.concurrency)
    if (account.waiting >= this.limits.waiting) throw new CallError('BUSY', { retryAfterSeconds })
    this.accounts.set(accountId, account)
    const begin = () => {
      signal.throwIfAborted()
      return work()
    }
    try {
      return await account.pass(() => this.all.pass(async () => begin()))
    } finally {
      if (account.isIdle) this.accounts.delete(accountId)
    }
  }
}
