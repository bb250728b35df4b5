import { toInstant } from '../clock.ts'
import type { Queries } from './connect.ts'

/** Keeps when gateways were last seen (herd time, epoch ms). */
export async function saveGatewaysSeen(sql: Queries, seen: readonly { id: number; lastSeenAt: number }[]): Promise<void> {
  await sql`
    update gateways g set last_seen_at = s.at
    from unnest(${seen.map(({ id }) => id)}::bigint[], ${seen.map(({ lastSeenAt }) => toInstant(lastSeenAt))}::timestamptz[]) s (id, at)
    where g.id = s.id`
}
