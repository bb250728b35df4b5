import { networkOf } from './rateLimiter.ts'

/** What is counted: a connection, or a request with an unfinished body. */
interface Closable {
  destroy(): unknown
}

interface NetworkLimits {
  perNetwork: number
  inAll: number
}

/**
 * Limits what clients hold open, per network and in total. When all is full, the network with the most loses its oldest, so that no network keeps the
 * others out.
 */
export class NetworkConnections<T extends Closable> {
  private readonly limits: NetworkLimits
  /** By network, oldest first. */
  private readonly byNetwork = new Map<string, Set<T>>()
  private size = 0

  constructor(limits: NetworkLimits) {
    this.limits = limits
  }

  /** Counts one until `delete`. @returns false when its own network has too many */
  admit(address: string, one: T): boolean {
    const network = networkOf(address)
    const counted = this.byNetwork.get(network)
    // A connection may have another request before the first one has ended.
    if (counted?.has(one) === true) return true
    if ((counted?.size ?? 0) >= this.limits.perNetwork) return false
    if (this.size >= this.limits.inAll) this.evict()
    const own = this.byNetwork.get(network)
    if (own) own.add(one)
    else this.byNetwork.set(network, new Set([one]))
    this.size++
    return true
  }

  /** Stops counting one; does nothing when it is not counted. */
  delete(address: string, one: T): void {
    const network = networkOf(address)
    const own = this.byNetwork.get(network)
    if (own?.delete(one) !== true) return
    this.size--
    if (own.size === 0) this.byNetwork.delete(network)
  }

  private evict(): void {
    let busiest: [network: string, own: ReadonlySet<T>] | undefined
    for (const entry of this.byNetwork) if (entry[1].size > (busiest?.[1].size ?? 0)) busiest = entry
    const [oldest] = busiest?.[1] ?? []
    if (busiest === undefined || oldest === undefined) return
    const own = this.byNetwork.get(busiest[0])
    own?.delete(oldest)
    if (own?.size === 0) this.byNetwork.delete(busiest[0])
    this.size--
    oldest.destroy()
  }
}
