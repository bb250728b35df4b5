import { machineSpan } from './clock.ts'

interface Bucket {
  tokens: number
  at: number
}

/** Maximum keys; the least recently used are dropped. */
const maxKeys = 20_000

/** A token bucket per key: a burst of `capacity`, then one token per `refillMs` of machine time. Memory is bounded. */
export interface RateLimiter {
  /** Takes `cost` tokens (default: 1); returns false when there are too few. */
  take(key: string, cost?: number): boolean
  /** Returns a token that need not count. */
  giveBack(key: string): void
  /** Returns whole seconds until `cost` tokens are available, at least 1. */
  waitSeconds(key: string, cost?: number): number
}

export function createRateLimiter({ capacity, refillMs }: { capacity: number; refillMs: number }): RateLimiter {
  const buckets = new Map<string, Bucket>()

  const bucketOf = (key: string): Bucket => {
    const now = machineSpan()
    const bucket = buckets.get(key) ?? { tokens: capacity, at: now }
    bucket.tokens = Math.min(capacity, bucket.tokens + (now - bucket.at) / refillMs)
    bucket.at = now
    // Inserted again, so that the map is ordered by last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > maxKeys) {
      const [oldest] = buckets.keys()
      if (oldest !== undefined) buckets.delete(oldest)
    }
    return bucket
  }

  return {
    take(key, cost = 1) {
      const bucket = bucketOf(key)
      if (bucket.tokens < cost) return false
      bucket.tokens -= cost
      return true
    },
    giveBack(key) {
      const bucket = bucketOf(key)
      bucket.tokens = Math.min(capacity, bucket.tokens + 1)
    },
    waitSeconds(key, cost = 1) {
      return Math.max(1, Math.ceil(((cost - bucketOf(key).tokens) * refillMs) / 1000))
    },
  }
}

/** Returns the part of an address that one party controls: an IPv4 address, or the /48 of an IPv6 address, which a site is assigned. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const tailGroups = tail === '' ? [] : tail.split(':')
    while (groups.length + tailGroups.length < 8) groups.push('0')
    groups.push(...tailGroups)
  }
  return groups
    .slice(0, 3)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
