import { machineSpan } from './clock.ts'

interface Bucket {
  tokens: number
  at: number
}

/** Keys remembered at the most; the oldest are forgotten first. */
const maxKeys = 20_000

/** A token bucket by key: `capacity` at once, and one more each `refillMs` of machine time. Memory is bounded. */
export interface RateLimiter {
  /** Takes a try, or as many as something costs; false when there are too few left. */
  take(key: string, cost?: number): boolean
  /** Gives back a try that need not count. */
  giveBack(key: string): void
  /** Whole seconds until the next try, or until there are as many as something costs. */
  waitSeconds(key: string, cost?: number): number
}

export function createRateLimiter({ capacity, refillMs }: { capacity: number; refillMs: number }): RateLimiter {
  const buckets = new Map<string, Bucket>()

  const bucketOf = (key: string): Bucket => {
    const now = machineSpan()
    const bucket = buckets.get(key) ?? { tokens: capacity, at: now }
    bucket.tokens = Math.min(capacity, bucket.tokens + (now - bucket.at) / refillMs)
    bucket.at = now
    // Set again, so that the map keeps the order of the last use.
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

/** The part of an address that one party holds: an IPv4 address, or the /48 of an IPv6 address, which is what a site is given. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':')
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return groups.slice(0, 3).map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')
}
