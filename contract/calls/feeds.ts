import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** Input of a feed: continues after a cursor. Cursors are opaque and never expire. */
export const feedInput = {
  cursor: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
}

/** The reply of a feed. `next` continues after its rows, also when there are no more: ask again with it later. */
export function feedReply<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), next: z.string(), hasMore: z.boolean() })
}

/** Returns the call that answers a feed as CSV, without regard to `Accept`; null for other calls. */
export function csvFeedOf(call: Endpoint): Endpoint | null {
  return call.isFeed === true ? { ...call, path: `${call.path}.csv`, reply: z.string() } : null
}
