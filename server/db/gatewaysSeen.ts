import { toInstant } from '../clock.ts'
import type { Queries } from './connect.ts'

/** Keeps when gateways were last seen (herd time, epoch ms). Held in the order of their ids: people change several at once, too. */
export async function saveGatewaysSeen(sql: Queries, seen: readonly { id: number; lastSeenAt: number }[]): Promise<void> {
  await sql`
    with held as materialized (
      select id from gateways where id = any(${seen.map(({ id }) => id)}::bigint[]) order by id for no key update
    )
    update gateways g set last_seen_at = s.at
    from held as h join unnest(${seen.map(({ id }) => id)}::bigint[], ${seen.map(({ lastSeenAt }) => toInstant(lastSeenAt))}::timestamptz[]) s (id, at) on s.id = h.id
    where g.id = h.id`
}
