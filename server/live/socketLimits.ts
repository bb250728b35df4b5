import type { IncomingMessage } from 'node:http'
import type { Admission, LiveSocket } from './viewer.ts'

/** Connections that have not said yet whose they are, together. */
const maxStrangers = 500
/** Connections of one account, signed in as often as it likes, and of one wall. */
const maxOfOne = 20

/** Bounds the connections, and with them the memory, of strangers and of each account. */
export class SocketLimits {
  private readonly open = new Map<string, number>()

  /** Whether another connection may be opened by who has not said yet who they are. */
  mayOpen({ url }: IncomingMessage, strangers: number): boolean {
    // Polling makes many requests over what is open already.
    return /[?&]sid=/.test(url ?? '') || strangers < maxStrangers
  }

  /** Counts a connection to its account, or wall, until it closes. @throws Error TOO_MANY_CONNECTIONS */
  enter({ conn }: LiveSocket, { isDisplay, tokenHash, userId }: Pick<Admission, 'isDisplay' | 'tokenHash' | 'userId'>): void {
    const name = isDisplay ? tokenHash : String(userId)
    const before = this.open.get(name) ?? 0
    if (before >= maxOfOne) throw new Error('TOO_MANY_CONNECTIONS')
    this.open.set(name, before + 1)
    conn.once('close', () => {
      const left = (this.open.get(name) ?? 1) - 1
      if (left > 0) this.open.set(name, left)
      else this.open.delete(name)
    })
  }
}
