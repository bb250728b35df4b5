import type { Gateway } from '#contract/herd/gateways.ts'
import { gatewayOutageKinds } from '../../alerts/kinds.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { textIn, containsDeviceId } from '../../records/page.ts'
import { gatewayOfCount } from '../../db/gatewaysSeen.ts'
import { instantOrNull } from '../values.ts'
import { visibleFarms } from '../visibility.ts'
import { notifyBanks, type NotifyingChange } from './collateralNotices.ts'
import { resolvePenOnFarm, penIfPresent } from './penOfFarm.ts'
import { requireFarmUnpledged } from './pledges.ts'

const dayMs = 86_400_000
/** Maximum age of the last message for a gateway without live state to count as online, ms. */
const onlineMs = 10 * 60_000

export const gateways = describeRecords('gateways', {
  noun: 'gateway',
  table: 'gateways',
  fields: {
    firmwareDiffers: (sql) => sql`coalesce(r.firmware <> (
      select o.firmware from gateways o where o.farm_id = r.farm_id and o.deleted_at is null and o.firmware is not null group by o.firmware
      having count(*) * 2 > (select count(*) from gateways t where t.farm_id = r.farm_id and t.deleted_at is null and t.firmware is not null)), false)`,
    farmId: reference('farm_id', visibleFarms),
    farmSlotId: 'pen_id',
  },
  inputs: { reason: null },
  live: { fields: ['state', 'lastSeenAt', 'clockBehindMs', 'bandsPerMinute', 'rejected'], read: readStates },
  filters: {
    mac: (sql, part) => containsDeviceId(sql, 'r.mac', part),
    state: (sql, states) => textIn(sql, stateOf(sql), states),
  },
  sorts: { lastSeenAt: (sql) => sql`r.last_seen_at` },
  visible: (sql, caller) => sql`r.farm_id in (${visibleFarms(sql, caller)})`,
  unique: { gateways_mac: 'mac' },
  farm: 'farmId',
  hooks: {
    async beforeSave(change) {
      const { sql, before, input } = change
      if (input.reason !== undefined) change.note['reason'] = input.reason
      // Another MAC would make another device the one that was heard in the pen.
      if (before !== null && before.mac !== input.mac) await requireFarmUnpledged(sql, before.farmId, 'mac')
      return resolvePenOnFarm(change)
    },
    async afterSave(change) {
      const { before, after } = change
      if (before === null) return notifyOfGateway(change, [after], 'ADD')
      const isSame = (['name', 'farmId', 'farmSlotId', 'longitude', 'latitude'] as const).every(
        (field) => before[field] === after[field],
      )
      if (!isSame) await notifyOfGateway(change, before.farmId === after.farmId ? [after] : [before, after], 'EDIT')
    },
    beforeRemove: (change) => notifyOfGateway(change, [change.before], 'REMOVE'),
    async beforeRestore(change) {
      await notifyOfGateway(change, [change.before], 'RESTORE')
      return penIfPresent(change)
    },
  },
})

type Placed = Pick<Gateway, 'mac' | 'name' | 'farmId'>

/** Notifies the banks of pledged farms about their gateways, whose places say in which pen a head is heard. */
async function notifyOfGateway(
  change: NotifyingChange,
  places: readonly Placed[],
  action: 'ADD' | 'EDIT' | 'REMOVE' | 'RESTORE',
): Promise<void> {
  for (const { mac, name, farmId } of places) {
    const [farm] = await change.sql<{ name: string }[]>`select name from farms where id = ${farmId}`
    await notifyBanks(change, [farmId], 'COLLATERAL_GATEWAY', () => ({
      name: name ?? mac,
      farm: farm?.name ?? '',
      action,
    }))
  }
}

/** Notifies banks about gateways of an import whose rows are still staged. */
export async function notifyOfGatewayImport(change: NotifyingChange, importId: number): Promise<void> {
  const places = await change.sql<Placed[]>`
    select columns ->> 'mac' as mac, columns ->> 'name' as name, (columns ->> 'farm_id')::int as "farmId"
    from import_rows where import_id = ${importId} and input is null order by sheet_row`
  await notifyOfGateway(change, places, 'ADD')
}

export const gatewayHandlers: HandlersOf<'gateways'> = recordHandlers(gateways)

/** Selects the state from rows: offline while an outage alert of the gateway is open. */
function stateOf(sql: Queries): Fragment {
  return sql`case when r.last_seen_at is null then 'NEVER_SEEN' when exists (select from alerts o where o.kind = any(${[...gatewayOutageKinds]}::text[])
    and o.subject_type = 'GATEWAY' and o.subject_id = r.id and o.cleared_at is null) then 'OFFLINE' else 'ONLINE' end`
}

/** Counts the rejected readings of gateways in the last 24 hours (herd time), by gateway and reason. */
async function countRejected(
  sql: Queries,
  rows: readonly { id: number; mac: string }[],
  now: number,
): Promise<Map<number, Record<string, number>>> {
  const found = await sql<{ id: number; result: string; count: number }[]>`
    select g.id, c.result, sum(c.count)::bigint as count from ingest_counts c left join sources s on s.id = c.source_id ${gatewayOfCount(sql)}
    where c.minute_at > ${now - dayMs} and c.gateway = any(${rows.map(({ mac }) => mac)}::text[]) and c.result <> 'stored'
      and g.id = any(${rows.map(({ id }) => id)}::bigint[])
    group by g.id, c.result`
  const counts = new Map<number, Record<string, number>>()
  for (const { id, result, count } of found) counts.set(id, { ...counts.get(id), [result]: count })
  return counts
}

async function readStates<
  R extends Omit<Gateway, 'state' | 'lastSeenAt' | 'clockBehindMs' | 'bandsPerMinute' | 'rejected'>,
>({ sql, clock, herd }: Context, rows: readonly R[]) {
  const now = clock.now()
  const ids = rows.map(({ id }) => id)
  const [rejected, live, bands, stored] = await Promise.all([
    countRejected(sql, rows, now),
    herd.gateways(ids),
    herd.bandsHeard(ids),
    sql<
      { id: number; at: number | null }[]
    >`select id, last_seen_at as at from gateways where id = any(${ids}::bigint[])`,
  ])
  const seen = new Map(stored.map(({ id, at }) => [id, at]))
  return rows.map((row) => {
    const liveState = live.get(row.id)
    const lastSeenAt = liveState?.lastSeenAt ?? seen.get(row.id) ?? null
    const state = lastSeenAt === null ? 'NEVER_SEEN' : now - lastSeenAt <= onlineMs ? 'ONLINE' : 'OFFLINE'
    return {
      ...row,
      state: liveState?.state ?? state,
      lastSeenAt: instantOrNull(lastSeenAt),
      clockBehindMs: liveState?.clockBehindMs ?? null,
      bandsPerMinute: bands.get(row.id) ?? 0,
      rejected: rejected.get(row.id) ?? {},
    } as const
  })
}
