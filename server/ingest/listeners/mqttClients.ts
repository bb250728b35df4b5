import type { Client } from 'aedes'
import { machineSpan } from '../../clock.ts'
import type { Source } from '../../herd/registry.ts'
import { createRateLimiter } from '../../rateLimiter.ts'

/** A client that has said nothing for this long gives way to a new one, ms. */
const quietMs = 30_000
/** Clients of a source that give way: burst, and ms per further one. More would let clients throw each other out in turn. */
const evictionPace = { capacity: 20, refillMs: 5000 }
/** Connections with one client id that replace each other: burst, and ms per further one. More come from several devices with the same id. */
const replacementPace = { capacity: 5, refillMs: 60_000 }

interface Connected {
  source: Source
  /** When its last message came, monotonic ms; null before its first. */
  heardAt: number | null
}

/** The authenticated clients with their sources: limits their number per source, and finds devices that share a client id. */
export class MqttClients {
  private readonly maxPerSource: number
  private readonly clients = new Map<Client, Connected>()
  private readonly evictions = createRateLimiter(evictionPace)
  private readonly replacements = createRateLimiter(replacementPace)

  /** @param maxPerSource maximum connections of one source */
  constructor(maxPerSource: number) {
    this.maxPerSource = maxPerSource
  }

  /** The clients with their source at sign-in. */
  *[Symbol.iterator](): Generator<[Client, Source]> {
    for (const [client, { source }] of this.clients) yield [client, source]
  }

  /**
   * Admits a client. When its source has too many, the quietest gives way: a half-open connection may stay for long.
   * @returns false when all others are in use
   */
  admit(client: Client, source: Source): boolean {
    const others = [...this.clients].filter(([, other]) => other.source.id === source.id)
    if (others.length >= this.maxPerSource) {
      const silenceOf = ({ heardAt }: Connected) => machineSpan() - (heardAt ?? -Infinity)
      const [quietest, state] = others.reduce((one, other) => (silenceOf(other[1]) > silenceOf(one[1]) ? other : one))
      if (silenceOf(state) < quietMs || !this.evictions.take(String(source.id))) return false
      this.clients.delete(quietest)
      quietest.close()
    }
    this.clients.set(client, { source, heardAt: null })
    return true
  }

  /** Records that a client sent a message. */
  heard(client: Client): void {
    const connected = this.clients.get(client)
    if (connected) connected.heardAt = machineSpan()
  }

  delete(client: Client): void {
    this.clients.delete(client)
  }

  /** Returns whether another client has this id. */
  hasOther(client: Client): boolean {
    for (const other of this.clients.keys()) if (other !== client && other.id === client.id) return true
    return false
  }

  /**
   * Returns whether a client shares its id with another device: connections with this id replace each other again and again.
   * A device that merely reconnects is replaced a few times at most.
   */
  isTwin(client: Client): boolean {
    return this.hasOther(client) && !this.replacements.take(client.id)
  }
}
