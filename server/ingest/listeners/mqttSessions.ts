import type { Answer } from './mqttAnswers.ts'

/** Maximum time for which a session without a connection is stored, seconds. */
export const maxSessionSeconds = 86_400
/** Maximum sessions of one source that wait for their client; the oldest is dropped. */
const maxWaiting = 1000
/** Maximum subscriptions of a session. */
const maxFilters = 100

/** What the sessions of one source hold together: packet ids that were not released. */
interface SessionShare {
  unreleased: number
}

/**
 * What stays of a client between its connections. Nobody receives messages, so it is its subscriptions and the packet ids at QoS 2 that it has not
 * released: a message that comes again with one of them was received before.
 */
export class MqttSession {
  readonly key: string
  /** How long it is stored without a connection, seconds. */
  storedSeconds = 0
  /** When it ends, monotonic ms; Infinity while connected. */
  endsAt = Infinity
  readonly share: SessionShare
  private readonly filters = new Set<string>()
  /** The answer of each message that was not released. */
  private readonly unreleased = new Map<number, Promise<Answer | null>>()

  constructor(key: string, share: SessionShare) {
    this.key = key
    this.share = share
  }

  /** @returns false when it has too many subscriptions */
  subscribe(filter: string): boolean {
    if (this.filters.size >= maxFilters && !this.filters.has(filter)) return false
    this.filters.add(filter)
    return true
  }

  /** @returns whether there was such a subscription */
  unsubscribe(filter: string): boolean {
    return this.filters.delete(filter)
  }

  /** Returns the answer of a message that was received with this packet id and not released. */
  answerOf(packetId: number): Promise<Answer | null> | undefined {
    return this.unreleased.get(packetId)
  }

  receive(packetId: number, answer: Promise<Answer | null>): void {
    this.unreleased.set(packetId, answer)
    this.share.unreleased++
  }

  /** @returns whether the packet id was in use */
  release(packetId: number): boolean {
    const isKnown = this.unreleased.delete(packetId)
    if (isKnown) this.share.unreleased--
    return isKnown
  }

  end(): void {
    this.share.unreleased -= this.unreleased.size
    this.unreleased.clear()
  }
}

/** The sessions of all clients, by key. */
export class MqttSessions {
  private readonly sessions = new Map<string, MqttSession>()

  /** Returns the session of a client that connects: the stored one, or a new one. */
  open(key: string, share: SessionShare, isClean: boolean, now: number): { session: MqttSession; isPresent: boolean } {
    const stored = this.sessions.get(key)
    const isPresent = stored !== undefined && !isClean && stored.endsAt > now
    if (!isPresent) stored?.end()
    const session = isPresent ? stored : new MqttSession(key, share)
    session.endsAt = Infinity
    this.sessions.set(key, session)
    return { session, isPresent }
  }

  /** Stores a session whose connection ended for its time, or ends it. */
  leave(session: MqttSession, now: number): void {
    if (this.sessions.get(session.key) !== session) return
    session.endsAt = now + session.storedSeconds * 1000
    this.drop(session, session.storedSeconds === 0)
    if (session.storedSeconds === 0) return
    // Inserted again, so that the oldest comes first.
    this.sessions.set(session.key, session)
    const waiting = [...this.sessions.values()].filter(
      ({ share, endsAt }) => share === session.share && endsAt !== Infinity,
    )
    const [oldest] = waiting
    if (oldest && waiting.length > maxWaiting) this.drop(oldest, true)
  }

  /** Ends the sessions whose time is over. */
  sweep(now: number): void {
    for (const session of this.sessions.values()) if (session.endsAt <= now) this.drop(session, true)
  }

  private drop(session: MqttSession, isOver: boolean): void {
    this.sessions.delete(session.key)
    if (isOver) session.end()
  }
}
