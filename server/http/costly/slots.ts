import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineSpan } from '../../clock.ts'

interface SlotLimits {
  /** Slots in total, and per organisation. */
  inAll: number
  perOrganisation: number
  /** Maximum time that a caller waits for a slot, ms. */
  maxWaitMs: number
  /** Time without data taken, after which a holder can lose its slot to a waiting caller, ms. */
  patienceMs: number
}

const retryAfterSeconds = 10
/** Maximum waiting callers. */
const maxWaiting = 50

type Owner = Pick<Caller, 'userId' | 'organisationId'>

/** A slot in use; end it once. */
export interface Slot {
  end(): void
  /** Since when the work waits for its reader, monotonic ms; null while it does not. */
  stalledSince: number | null
}

interface Holder extends Slot {
  owner: string
  userId: number
  giveWay: () => void
}

/**
 * Slots for long work such as exports: one per user, and few per organisation, so that no organisation keeps the others out. A caller without a slot
 * waits for a short time. The slot of a reader that takes no data goes to one who waits.
 */
export class Slots {
  private readonly limits: SlotLimits
  private readonly holders = new Set<Holder>()
  private readonly waiting = new Set<() => void>()

  constructor(limits: SlotLimits) {
    this.limits = limits
  }

  /**
   * Waits for a slot.
   * @param giveWay called when the slot was given to another organisation; ends the work
   * @param signal aborted when the caller does not wait any more
   * @throws CallError BUSY when the user has a slot already, or after the maximum wait
   */
  async take({ userId, organisationId }: Owner, giveWay: () => void, signal?: AbortSignal): Promise<Slot> {
    const owner = organisationId === null ? `user ${userId}` : `organisation ${organisationId}`
    const isTaken = () => [...this.holders].some((holder) => holder.userId === userId)
    // An organisation with all slots waits for itself: it is refused at once.
    if (isTaken() || this.countOf(owner) >= this.limits.inAll || this.waiting.size >= maxWaiting)
      throw new CallError('BUSY', { retryAfterSeconds })
    const until = machineSpan() + this.limits.maxWaitMs
    while (!this.hasRoom(owner)) {
      const waitMs = until - machineSpan()
      if (waitMs <= 0 || signal?.aborted === true) throw new CallError('BUSY', { retryAfterSeconds })
      await this.next(Math.min(waitMs, this.limits.patienceMs))
      if (isTaken()) throw new CallError('BUSY', { retryAfterSeconds })
    }
    const holder: Holder = {
      owner,
      userId,
      giveWay,
      stalledSince: null,
      end: () => this.release(holder),
    }
    this.holders.add(holder)
    return holder
  }

  private countOf(owner: string): number {
    return [...this.holders].filter((holder) => holder.owner === owner).length
  }

  private hasRoom(owner: string): boolean {
    const { inAll, perOrganisation, patienceMs } = this.limits
    if (this.countOf(owner) >= perOrganisation) return false
    if (this.holders.size < inAll) return true
    const stalled = [...this.holders].find(
      ({ stalledSince, owner: other }) =>
        stalledSince !== null && other !== owner && machineSpan() - stalledSince >= patienceMs,
    )
    if (stalled === undefined) return false
    this.holders.delete(stalled)
    stalled.giveWay()
    return true
  }

  private release(holder: Holder): void {
    this.holders.delete(holder)
    for (const wake of this.waiting) wake()
  }

  /** Waits until a slot may be free. */
  private next(maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, maxMs)
      this.waiting.add(wake)
    })
  }
}
