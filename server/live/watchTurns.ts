import { createRateLimiter } from '../rateLimiter.ts'
import type { LiveSocket } from './viewer.ts'

/** Rate of watch requests per connection: burst, and ms per further one. A screen sends one per page. */
const pace = { capacity: 20, refillMs: 500 }

interface Waiting {
  passOver: () => void
  timer: NodeJS.Timeout
}

/** Limits the rate of watch requests per connection. Beyond the limit only the newest one runs, as soon as it may. */
export class WatchTurns {
  private readonly turns = createRateLimiter(pace)
  private readonly waiting = new Map<string, Waiting>()

  /** @param passOver called instead of `take` when a newer request replaces this one */
  ask({ id }: Pick<LiveSocket, 'id'>, take: () => void, passOver: () => void): void {
    const before = this.waiting.get(id)
    this.end({ id })
    before?.passOver()
    if (this.turns.take(id)) take()
    else
      this.waiting.set(id, {
        passOver,
        timer: setTimeout(() => this.askAgain(id, take, passOver), this.turns.waitSeconds(id) * 1000),
      })
  }

  private askAgain(id: string, take: () => void, passOver: () => void): void {
    this.waiting.delete(id)
    this.ask({ id }, take, passOver)
  }

  /** Drops the pending request of a closed connection. */
  end({ id }: Pick<LiveSocket, 'id'>): void {
    clearTimeout(this.waiting.get(id)?.timer)
    this.waiting.delete(id)
  }
}
