import type { Gateway } from '#contract/herd/gateways.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { containsDeviceId } from '../../records/page.ts'
import { instantOrNull } from '../values.ts'
import { visibleFarms } from '../visibility.ts'
import { ofTheFarm, penIfKept } from './penOfFarm.ts'

const dayMs = 86_400_000
/** Heard so long ago at the most, a gateway that memory does not know yet counts as online. */
const onlineMs = 10 * 60_000

export const gateways = describeRecords('gateways', {
  noun: 'gateway',
  table: 'gateways',
  fields: {
    mac: 'mac',
    name: 'name',
    farmId: reference('farm_id', visibleFarms),
    farmSlotId: 'pen_id',
    longitude: 'longitude',
    latitude: 'latitude',
  },
  live: { fields: ['state', 'lastSeenAt', 'rejected'], read: readStates },
  filters: { mac: (sql, part) => containsDeviceId(sql, 'r.mac', part) },
  visible: (sql, caller) => sql`r.farm_id in (${visibleFarms(sql, caller)})`,
  unique: { gateways_mac: 'mac' },
  farm: 'farmId',
  hooks: {
    beforeSave: ofTheFarm,
    beforeRestore: penIfKept,
  },
})

export const gatewayHandlers: HandlersOf<'gateways'> = recordHandlers(gateways)

/** What was rejected of what gateways sent in the last 24 hours, by MAC and reason. */
async function countRejected(sql: Queries, macs: string[], now: number): Promise<Map<string, Record<string, number>>> {
  const rows = await sql<{ gateway: string; result: string; count: number }[]>`
    select gateway, result, sum(count)::bigint as count from ingest_counts
    where minute_at > ${now - dayMs} and gateway = any(${macs}::text[]) and result <> 'stored' group by gateway, result`
  const counts = new Map<string, Record<string, number>>()
  for (const { gateway, result, count } of rows) counts.set(gateway, { ...counts.get(gateway), [result]: count })
  return counts
}

async function readStates<R extends Omit<Gateway, 'state' | 'lastSeenAt' | 'rejected'>>({ sql, clock, herd }: Context, rows: readonly R[]) {
  const now = clock.now()
  const ids = rows.map(({ id }) => id)
  const [rejected, live, stored] = await Promise.all([
    countRejected(sql, rows.map(({ mac }) => mac), now),
    herd.gateways(ids),
    sql<{ id: number; at: number | null }[]>`select id, last_seen_at as at from gateways where id = any(${ids}::bigint[])`,
  ])
  const seen = new Map(stored.map(({ id, at }) => [id, at]))
  return rows.map((row) => {
    const known = live.get(row.id)
    const lastSeenAt = known?.lastSeenAt ?? seen.get(row.id) ?? null
    const state = lastSeenAt === null ? 'NEVER_SEEN' : now - lastSeenAt <= onlineMs ? 'ONLINE' : 'OFFLINE'
    return { ...row, state: known?.state ?? state, lastSeenAt: instantOrNull(lastSeenAt), rejected: rejected.get(row.mac) ?? {} } as const
  })
}
