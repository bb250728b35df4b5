import { CallError } from '../../callError.ts'

/** An account, organisation or network. */
type Key = string | number

interface TurnLimits {
  /** Calls that run concurrently, per account and in total. */
  concurrency: number
  inAll: number
  /** Maximum waiting calls per account. */
  waiting: number
}

const retryAfterSeconds = 5

/** Limits concurrency. Further work waits; groups take turns, and within a group it keeps its order. */
class Gate {
  private readonly concurrency: number
  private running = 0
  /** Waiting work by group; the next group comes first. */
  private readonly queues = new Map<Key, (() => void)[]>()
  waiting = 0

  constructor(concurrency: number) {
    this.concurrency = concurrency
  }

  get isIdle(): boolean {
    return this.running === 0
  }

  async pass<T>(group: Key, work: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running++
    // A finished call passes its place on.
    else await new Promise<void>((resolve) => this.enqueue(group, resolve))
    try {
      return await work()
    } finally {
      const next = this.dequeue()
      if (next) next()
      else this.running--
    }
  }

  private enqueue(group: Key, resolve: () => void): void {
    this.waiting++
    const queue = this.queues.get(group)
    if (queue) queue.push(resolve)
    else this.queues.set(group, [resolve])
  }

  private dequeue(): (() => void) | undefined {
    for (const [group, queue] of this.queues) {
      const next = queue.shift()
      this.queues.delete(group)
      // A group that had its turn is last in the next round.
      if (queue.length > 0) this.queues.set(group, queue)
      if (next) this.waiting--
      return next
    }
    return undefined
  }
}

/** Limits concurrent calls per account and in total, so that no account and no organisation blocks the others. */
export class Turns {
  private readonly limits: TurnLimits
  private readonly all: Gate
  private readonly accounts = new Map<Key, Gate>()

  constructor(limits: TurnLimits) {
    this.limits = limits
    this.all = new Gate(limits.inAll)
  }

  /**
   * Runs work when it is the account's turn.
   * @param signal aborted when nobody waits for the work any more; it is then not started
   * @param group the account's organisation; organisations take turns
   * @throws CallError BUSY when too many calls of the account wait
   */
  async take<T>(accountId: Key, signal: AbortSignal, work: () => Promise<T>, group: Key = accountId): Promise<T> {
    const account = this.accounts.get(accountId) ?? new Gate(this.limits.concurrency)
    if (account.waiting >= this.limits.waiting) throw new CallError('BUSY', { retryAfterSeconds })
    this.accounts.set(accountId, account)
    const begin = () => {
      signal.throwIfAborted()
      return work()
    }
    try {
      return await account.pass('', () => this.all.pass(group, async () => begin()))
    } finally {
      if (account.isIdle) this.accounts.delete(accountId)
    }
  }
}
