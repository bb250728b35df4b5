import { flapMs } from '#contract/alerts/alertActs.ts'
import type { Context } from '../../context.ts'
import { selectAlerts } from '../../db/alerts.ts'
import { inTransaction } from '../../records/transaction.ts'

/**
 * Applies changes that come with time alone. Expired shelves end, with an event; alerts that cleared long enough ago are marked as settled,
 * so that the sealed record includes them.
 * @param now herd time, epoch ms
 */
export async function lapseAlerts({ sql, events }: Pick<Context, 'sql' | 'events'>, now: number): Promise<void> {
  const isOver = sql`shelved_until <= ${now}::timestamptz`
  const hasSettled = sql`cleared_at is not null and settled_at is null and (cleared_at < ${now}::timestamptz - ${flapMs} * interval '1 ms' or closed_at is not null)`
  // Most runs have nothing to do, and a read is cheaper than an empty write.
  const [due] = await sql<
    { lapses: boolean }[]
  >`select exists (select from alerts where ${isOver}) or exists (select from alerts where ${hasSettled}) as lapses`
  if (!due?.lapses) return
  await sql`update alerts set settled_at = ${now} where id in (select id from alerts where ${hasSettled} order by id for no key update)`
  const { alerts } = await inTransaction(sql, async (sql) => {
    const over = await sql<{ id: number }[]>`
      with over as (
        select id, shelved_until as at from alerts where ${isOver} order by id for no key update
      ), ended as (
        update alerts a set shelved_at = null, shelved_until = null, shelved_because = null, shelved_by = null, version = version + 1, change_id = nextval('alert_changes')
        from over where a.id = over.id returning a.id, over.at
      ), noted as (
        insert into alert_events (alert_id, kind, at, detail) select id, 'UNSHELVED', at, '{"because": "EXPIRED"}' from ended
      )
      select id from ended`
    return {
      alerts:
        over.length === 0
          ? []
          : await selectAlerts(sql, sql`a.id = any(${over.map(({ id }) => id)}::bigint[])`, sql`order by a.id`),
    }
  })
  if (alerts.length > 0) events.emit('alertsChanged', { alerts })
}
