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

  /** Counts a connection to its account, or wall, until it closes. @throws Error TOO_MANY_CONNECTIONS; CLOSED: it has closed already */
  enter({ conn }: LiveSocket, { displayId = null, tokenHash, userId }: Pick<Admission, 'displayId' | 'tokenHash' | 'userId'>): void {
    // Its end is told once: who has missed that would count it for ever.
    if (conn.readyState !== 'open') throw new Error('CLOSED')
    const name = displayId !== null ? tokenHash : String(userId)
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

/** Whether a request comes from a page of ours, or from no page: other sites' pages may not connect. */
export function isOfOurPages({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  if (headers.origin === undefined) return true
  const origin = URL.parse(headers.origin)
  return origin !== null && (origin.host === headers.host || (publicUrl !== undefined && origin.origin === new URL(publicUrl).origin))
}
