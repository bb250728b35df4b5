import { machineSpan } from '../../clock.ts'
import type { Source } from '../../herd/registry.ts'
import { createRateLimiter } from '../../rateLimiter.ts'

/** A client that has said nothing for this long gives way to a new one, ms. */
const quietMs = 30_000
/** Clients of a source that give way: burst, and ms per further one. More would let clients throw each other out in turn. */
const evictionPace = { capacity: 20, refillMs: 5000 }
/** Connections with one client id that replace each other: burst, and ms per further one. More come from several devices with the same id. */
const replacementPace = { capacity: 5, refillMs: 60_000 }

/** A connection as its source's limits see it. */
export interface MqttClient {
  /** Name of its session, unique per device. */
  readonly key: string
  /** When its last message came, monotonic ms; null before its first. */
  readonly messageAt: number | null
  /** Ends the connection for a new one of its source. */
  giveWay(): void
}

/** The authenticated clients with their sources: limits their number per source, and finds devices that share a client id. */
export class MqttClients<Client extends MqttClient> {
  private readonly maxPerSource: number
  private readonly clients = new Map<Client, Source>()
  private readonly evictions = createRateLimiter(evictionPace)
  private readonly replacements = createRateLimiter(replacementPace)

  /** @param maxPerSource maximum connections of one source */
  constructor(maxPerSource: number) {
    this.maxPerSource = maxPerSource
  }

  /** The clients with their source at sign-in. */
  [Symbol.iterator](): Iterator<[Client, Source]> {
    return this.clients[Symbol.iterator]()
  }

  /**
   * Admits a client. When its source has too many, the quietest gives way: a half-open connection may stay for long.
   * @returns false when all others are in use
   */
  admit(client: Client, source: Source): boolean {
    const others = [...this.clients].flatMap(([other, { id }]) => (id === source.id ? [other] : []))
    if (others.length >= this.maxPerSource) {
      const silenceOf = ({ messageAt }: Client) => machineSpan() - (messageAt ?? -Infinity)
      const quietest = others.reduce((one, other) => (silenceOf(other) > silenceOf(one) ? other : one))
      if (silenceOf(quietest) < quietMs || !this.evictions.take(String(source.id))) return false
      this.clients.delete(quietest)
      quietest.giveWay()
    }
    this.clients.set(client, source)
    return true
  }

  delete(client: Client): void {
    this.clients.delete(client)
  }

  /** Returns the client whose session has this key. */
  find(key: string): Client | undefined {
    for (const client of this.clients.keys()) if (client.key === key) return client
    return undefined
  }

  /**
   * Returns whether a client with this key shares its id with another device: connections replace each other again and again.
   * A device that merely reconnects is replaced a few times at most.
   */
  isTwin(key: string): boolean {
    return this.find(key) !== undefined && !this.replacements.take(key)
  }
}
