import { createRateLimiter } from '../rateLimiter.ts'
import type { LiveSocket } from './viewer.ts'

/** Watches of a connection that are taken at once, and the ms after which there is one more: a screen asks with each page. */
const pace = { capacity: 20, refillMs: 500 }

interface Waiting {
  passOver: () => void
  timer: NodeJS.Timeout
}

/** Takes the watches of each connection as fast as it may ask; of those beyond that the newest, as soon as its turn has come. */
export class WatchTurns {
  private readonly turns = createRateLimiter(pace)
  private readonly waiting = new Map<string, Waiting>()

  /** @param passOver what is done in the place of `take` where a newer one is asked for meanwhile: only the newest is of use */
  ask({ id }: Pick<LiveSocket, 'id'>, take: () => void, passOver: () => void): void {
    const before = this.waiting.get(id)
    this.end({ id })
    before?.passOver()
    if (this.turns.take(id)) take()
    else this.waiting.set(id, { passOver, timer: setTimeout(() => this.askAgain(id, take, passOver), this.turns.waitSeconds(id) * 1000) })
  }

  private askAgain(id: string, take: () => void, passOver: () => void): void {
    this.waiting.delete(id)
    this.ask({ id }, take, passOver)
  }

  /** Forgets what waits for a connection that is gone. */
  end({ id }: Pick<LiveSocket, 'id'>): void {
    clearTimeout(this.waiting.get(id)?.timer)
    this.waiting.delete(id)
  }
}
