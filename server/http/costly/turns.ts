import { CallError } from '../../callError.ts'

interface TurnLimits {
  /** Calls that run at once for one account, and for all together. */
  atOnce: number
  inAll: number
  /** Calls of one account that may wait beside those. */
  waiting: number
}

const retryAfterSeconds = 5

/** Lets so much be done at once; the rest waits in its order. */
class Gate {
  private readonly atOnce: number
  private running = 0
  private readonly queue: (() => void)[] = []

  constructor(atOnce: number) {
    this.atOnce = atOnce
  }

  get waiting(): number {
    return this.queue.length
  }

  get isIdle(): boolean {
    return this.running === 0
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running++
    // The finished call hands over its turn.
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

/** Gives each account its turns at what is costly, so that none takes it away from the others. */
export class Turns {
  private readonly limits: TurnLimits
  private readonly all: Gate
  private readonly accounts = new Map<number, Gate>()

  constructor(limits: TurnLimits) {
    this.limits = limits
    this.all = new Gate(limits.inAll)
  }

  /**
   * Does work when it is the account's turn.
   * @param signal nobody waits for the work any more: it is not begun
   * @throws CallError BUSY when too much of the account waits already
   */
  async take<T>(accountId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const account = this.accounts.get(accountId) ?? new Gate(this.limits.atOnce)
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
