import { toInstant } from '../clock.ts'
import type { Fragment, Queries } from './connect.ts'

/** Saves when gateways were last seen (herd time, epoch ms). Locks them in id order, because users also change several at once. */
export async function saveGatewaysSeen(sql: Queries, seen: readonly { id: number; heardAt: number }[]): Promise<void> {
  await sql`
    with held as materialized (
      select id from gateways where id = any(${seen.map(({ id }) => id)}::bigint[]) order by id for no key update
    )
    update gateways g set last_seen_at = n.at
    from held as h join unnest(${seen.map(({ id }) => id)}::bigint[], ${seen.map(({ heardAt }) => toInstant(heardAt))}::timestamptz[]) n (id, at) on n.id = h.id
    where g.id = h.id`
}

/**
 * Joins counts `c` and their source `s` with the gateway `g` (`id`, `farm_id`) that they are about. Of several owners' gateways with the MAC,
 * it is the one that the source may speak for; none when it may speak for several.
 */
export function gatewayOfCount(sql: Queries): Fragment {
  return sql`left join lateral (
    select min(o.id) as id, min(o.farm_id) as farm_id from gateways o
    where o.mac = c.gateway and o.deleted_at is null
      and (s.farm_ids is null or o.farm_id = any(s.farm_ids)
        or not exists (select from gateways p where p.mac = o.mac and p.deleted_at is null and p.id <> o.id))
    having count(*) = 1
  ) g on true`
}

/** Lists the gateways with stored readings since an instant (herd time, epoch ms), without those that the named source delivered readings of. */
export async function gatewaysHeardPast(sql: Queries, source: string, since: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select g.id from ingest_counts c left join sources s on s.id = c.source_id ${gatewayOfCount(sql)}
    where c.minute_at > ${since} and c.result = 'stored' and g.id is not null
    group by g.id having not bool_or(coalesce(s.name = ${source}, false))`
  return rows.map(({ id }) => id)
}
