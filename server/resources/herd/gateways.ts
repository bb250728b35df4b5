import type { Gateway } from '#contract/gateways.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import type { Caller } from '../../auth/sessions.ts'
import { audit, saved } from '../audit.ts'
import { containsDeviceId, equals, listOf, page } from '../page.ts'
import { change, first, instantOrNull, requireFarm, requirePenOfFarm } from '../records.ts'
import { visibleFarms } from '../visibility.ts'

interface GatewayRow {
  id: number
  mac: string
  name: string | null
  farmId: number
  farmSlotId: number | null
  longitude: number
  latitude: number
  lastSeenAt: number | null
}

const dayMs = 86_400_000
/** Heard so long ago at the most, a gateway that memory does not know yet counts as online. */
const onlineMs = 10 * 60_000
const columns = { id: 'g.id', mac: 'g.mac', name: 'g.name' }

/** Gateways that fit a condition on `g`, as the database has them. */
export function selectGateways(sql: Queries, condition: Fragment, end: Fragment) {
  return sql<GatewayRow[]>`
    select g.id, g.mac, g.name, g.farm_id as "farmId", g.pen_id as "farmSlotId", g.longitude, g.latitude,
      g.last_seen_at as "lastSeenAt"
    from gateways g where ${condition} ${end}`
}

/** What was rejected of what gateways sent in the last 24 hours, by MAC and reason. */
async function countRejected(sql: Queries, macs: string[], now: number): Promise<Map<string, Record<string, number>>> {
  const rows = await sql<{ gateway: string; result: string; count: number }[]>`
    select gateway, result, sum(count)::bigint as count from ingest_counts
    where minute_at > ${now - dayMs} and gateway = any(${macs}::text[]) and result <> 'stored' group by gateway, result`
  const counts = new Map<string, Record<string, number>>()
  for (const { gateway, result, count } of rows) counts.set(gateway, { ...counts.get(gateway), [result]: count })
  return counts
}

async function toGateways({ sql, clock, herd }: Context, rows: readonly GatewayRow[]): Promise<Gateway[]> {
  const now = clock.now()
  const [rejected, gateways] = await Promise.all([countRejected(sql, rows.map((row) => row.mac), now), herd.gateways(rows.map((row) => row.id))])
  return rows.map((row) => {
    const live = gateways.get(row.id)
    const lastSeenAt = live?.lastSeenAt ?? row.lastSeenAt
    const stored = lastSeenAt === null ? 'NEVER_SEEN' : now - lastSeenAt <= onlineMs ? 'ONLINE' : 'OFFLINE'
    return {
      ...row,
      state: live?.state ?? stored,
      lastSeenAt: instantOrNull(lastSeenAt),
      rejected: rejected.get(row.mac) ?? {},
    }
  })
}

async function findRow(sql: Queries, caller: Caller, id: number, end = sql``): Promise<GatewayRow> {
  return first(await selectGateways(sql, sql`g.id = ${id} and g.farm_id in (${visibleFarms(sql, caller)})`, end))
}

async function toGateway(context: Context, row: GatewayRow): Promise<Gateway> {
  return first(await toGateways(context, [row]))
}

export const gatewayHandlers: HandlersOf<'gateways'> = {
  async list(input, caller, context) {
    const { sql } = context
    const condition = sql`g.farm_id in (${visibleFarms(sql, caller)}) and ${containsDeviceId(sql, 'g.mac', input.mac)}
      and ${equals(sql, 'g.farm_id', input.farmId)} and ${equals(sql, 'g.pen_id', input.farmSlotId)}`
    const [rows, [count]] = await Promise.all([
      selectGateways(sql, condition, page(sql, input, columns)),
      sql<{ total: number }[]>`select count(*) as total from gateways g where ${condition}`,
    ])
    return listOf(await toGateways(context, rows), count?.total ?? 0, input)
  },

  async detail({ id }, caller, context) {
    return toGateway(context, await findRow(context.sql, caller, id))
  },

  async addOrEdit(input, caller, context) {
    const gateway = await change(context, 'gateways', async (sql, now) => {
      const before = input.id === undefined ? null : await findRow(sql, caller, input.id, sql`for update of g`)
      await requireFarm(sql, caller, input.farmId)
      const samePen = before?.farmId === input.farmId ? before.farmSlotId : null
      const penId = input.farmSlotId === undefined ? samePen : input.farmSlotId
      await requirePenOfFarm(sql, penId, input.farmId)
      const name = input.name === undefined ? (before?.name ?? null) : input.name
      const rows =
        input.id === undefined
          ? await sql<{ id: number }[]>`
              insert into gateways (mac, name, farm_id, pen_id, longitude, latitude, created_at, updated_at)
              values (${input.mac}, ${name}, ${input.farmId}, ${penId}, ${input.longitude}, ${input.latitude}, ${now}, ${now})
              returning id`
          : await sql<{ id: number }[]>`
              update gateways set mac = ${input.mac}, name = ${name}, farm_id = ${input.farmId}, pen_id = ${penId},
                longitude = ${input.longitude}, latitude = ${input.latitude}, updated_at = ${now}
              where id = ${input.id} returning id`
      const after = await findRow(sql, caller, first(rows).id)
      await audit(sql, caller, now, { ...saved(before, after), noun: 'gateway', nounId: after.id })
      return after
    })
    return toGateway(context, gateway)
  },

  async remove({ id }, caller, context) {
    return change(context, 'gateways', async (sql, now) => {
      const before = await findRow(sql, caller, id, sql`for update of g`)
      await sql`delete from gateways where id = ${id}`
      await audit(sql, caller, now, { action: 'REMOVE', noun: 'gateway', nounId: id, before, after: null })
      return {}
    })
  },
}
