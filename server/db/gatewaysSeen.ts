import { toInstant } from '../clock.ts'
import type { Queries } from './connect.ts'

/** Saves when gateways were last seen (herd time, epoch ms). Locks them in id order, because users also change several at once. */
export async function saveGatewaysSeen(sql: Queries, seen: readonly { id: number; heardAt: number }[]): Promise<void> {
  await sql`
    with held as materialized (
      select id from gateways where id = any(${seen.map(({ id }) => id)}::bigint[]) order by id for no key update
    )
    update gateways g set last_seen_at = s.at
    from held as h join unnest(${seen.map(({ id }) => id)}::bigint[], ${seen.map(({ heardAt }) => toInstant(heardAt))}::timestamptz[]) s (id, at) on s.id = h.id
    where g.id = h.id`
}

/** Lists the gateways with stored readings since an instant (herd time, epoch ms), without those that the named source delivered readings of. */
export async function gatewaysHeardPast(sql: Queries, source: string, since: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select g.id from ingest_counts c join gateways g on g.mac = c.gateway and g.deleted_at is null left join sources o on o.id = c.source_id
    where c.minute_at > ${since} and c.result = 'stored' group by g.id having not bool_or(coalesce(o.name = ${source}, false))`
  return rows.map(({ id }) => id)
}
