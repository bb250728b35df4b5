import type { Neckband } from '#contract/neckbands.ts'
import type { StoredReading } from '#contract/readings.ts'
import { toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import type { NeckbandState } from '../../herd/columns.ts'
import type { Caller } from '../../auth/sessions.ts'
import { audit, saved } from '../audit.ts'
import { containsDeviceId, equals, listOf, page } from '../page.ts'
import { pair } from './pairings.ts'
import { change, first, instantOrNull, numberOrNull } from '../records.ts'
import { visibleFarms } from '../visibility.ts'

interface NeckbandRow {
  id: number
  deviceId: string
  model: string | null
  animalId: number | null
  farmId: number | null
  heardAt: number | null
  fixedAt: number | null
  longitude: number | null
  latitude: number | null
  penId: number | null
  gatewayId: number | null
  rssi: number | null
  battery: number | null
}

const dayMs = 86_400_000
const columns = { id: 'n.id', deviceId: 'n.device_id' }

/** `n` a neckband, `p` and `a` the pairing and the animal that wears it now, if any. */
function joined(sql: Queries): Fragment {
  return sql`neckbands n left join pairings p on p.neckband_id = n.id and p.to_at is null
    left join animals a on a.id = p.animal_id`
}

/** A worn neckband is seen by who sees the farm, one in the drawer by whose it is. */
function visible(sql: Queries, caller: Caller): Fragment {
  if (caller.role === 'ADMIN_PLATFORM') return sql`true`
  return sql`(a.farm_id in (${visibleFarms(sql, caller)}) or (a.id is null and n.owner_org_id = ${caller.organisationId}))`
}

function select(sql: Queries, condition: Fragment, end: Fragment) {
  return sql<NeckbandRow[]>`
    select n.id, n.device_id as "deviceId", n.model, a.id as "animalId", a.farm_id as "farmId", s.heard_at as "heardAt",
      s.fixed_at as "fixedAt", s.longitude, s.latitude, s.pen_id as "penId", s.gateway_id as "gatewayId", s.rssi, s.battery
    from ${joined(sql)} left join neckband_states s on s.neckband_id = n.id where ${condition} ${end}`
}

async function toNeckbands({ herd }: Context, rows: readonly NeckbandRow[]): Promise<Neckband[]> {
  const states = await herd.neckbands(rows.map(({ id }) => id))
  return rows.map((row) => toNeckband(row, states.get(row.id) ?? row))
}

async function toOne(context: Context, row: NeckbandRow): Promise<Neckband> {
  return first(await toNeckbands(context, [row]))
}

function toNeckband(row: NeckbandRow, state: Omit<NeckbandState, 'accuracyM' | 'temperatureC'>): Neckband {
  return {
    id: row.id,
    deviceId: row.deviceId,
    model: row.model,
    animalId: row.animalId,
    farmId: row.farmId,
    battery: numberOrNull(state.battery),
    lastSeenAt: instantOrNull(state.heardAt),
    longitude: numberOrNull(state.longitude),
    latitude: numberOrNull(state.latitude),
    fixAt: instantOrNull(state.fixedAt),
    farmSlotId: state.penId,
    gatewayId: state.gatewayId,
    rssi: numberOrNull(state.rssi),
  }
}

async function findRow(sql: Queries, caller: Caller, id: number, end = sql``): Promise<NeckbandRow> {
  return first(await select(sql, sql`n.id = ${id} and ${visible(sql, caller)}`, end))
}

/** What people say of a neckband, without what it says itself. */
function recordOf({ id, deviceId, model, animalId, farmId }: NeckbandRow) {
  return { id, deviceId, model, animalId, farmId }
}

export const neckbandHandlers: HandlersOf<'neckbands'> = {
  async list(input, caller, context) {
    const { sql } = context
    const condition = sql`${visible(sql, caller)} and ${containsDeviceId(sql, 'n.device_id', input.deviceId)}
      and ${equals(sql, 'a.farm_id', input.farmId)} and ${equals(sql, 'a.id', input.animalId)}`
    const [rows, [count]] = await Promise.all([
      select(sql, condition, page(sql, input, columns)),
      sql<{ total: number }[]>`select count(*) as total from ${joined(sql)} where ${condition}`,
    ])
    return listOf(await toNeckbands(context, rows), count?.total ?? 0, input)
  },

  async detail({ id }, caller, context) {
    return toOne(context, await findRow(context.sql, caller, id))
  },

  async addOrEdit(input, caller, context) {
    const neckband = await change(context, 'neckbands', async (sql, now) => {
      const before = input.id === undefined ? null : await findRow(sql, caller, input.id, sql`for update of n`)
      const model = input.model === undefined ? (before?.model ?? null) : input.model
      const rows =
        input.id === undefined
          ? await sql<{ id: number }[]>`
              insert into neckbands (device_id, model, owner_org_id, created_at, updated_at)
              values (${input.deviceId}, ${model}, ${caller.organisationId}, ${now}, ${now}) returning id`
          : await sql<{ id: number }[]>`
              update neckbands set device_id = ${input.deviceId}, model = ${model}, updated_at = ${now}
              where id = ${input.id} returning id`
      const row = first(rows)
      if (input.animalId !== undefined && input.animalId !== (before?.animalId ?? null)) {
        await pair(sql, caller, now, { neckbandId: row.id, animalId: input.animalId, reason: input.reason ?? null })
      }
      const after = await findRow(sql, caller, row.id)
      const reason = input.reason === undefined ? {} : { reason: input.reason }
      await audit(sql, caller, now, { ...saved(before && recordOf(before), recordOf(after)), noun: 'neckband', nounId: row.id, detail: reason })
      return after
    })
    return toOne(context, neckband)
  },

  async remove({ id }, caller, context) {
    return change(context, 'neckbands', async (sql, now) => {
      const before = await findRow(sql, caller, id, sql`for update of n`)
      const heard = await sql`select from readings where neckband_id = ${id} limit 1`
      if (heard.length > 0) throw new CallError('IN_USE')
      await sql`delete from neckbands where id = ${id}`
      await audit(sql, caller, now, { action: 'REMOVE', noun: 'neckband', nounId: id, before: recordOf(before), after: null })
      return {}
    })
  },

  async readings(input, caller, { sql, clock }) {
    await findRow(sql, caller, input.id)
    const to = input.to ?? clock.now()
    const from = input.from ?? to - dayMs
    // The sender's gateway is told only while its record is there; the reading outlives it.
    const condition = sql`r.neckband_id = ${input.id} and r.at >= ${from} and r.at <= ${to}`
    const [rows, [count]] = await Promise.all([
      sql<ReadingRow[]>`
        select r.at, r.gateway_at as "gatewayAt", r.received_at as "receivedAt", s.name as source, g.mac as gateway,
          r.longitude, r.latitude, r.accuracy_m as "accuracyM", r.rssi, r.battery, r.temperature_c as "temperatureC",
          r.activity, r.moving, r.tamper
        from readings r left join sources s on s.id = r.source_id left join gateways g on g.id = r.gateway_id
        where ${condition} order by r.at, r.gateway_id, r.discriminator
        limit ${input.pageSize} offset ${(input.current - 1) * input.pageSize}`,
      sql<{ total: number }[]>`select count(*) as total from readings r where ${condition}`,
    ])
    return listOf(rows.map(toReading), count?.total ?? 0, input)
  },
}

type ReadingRow = Omit<StoredReading, 'at' | 'gatewayAt' | 'receivedAt' | 'source'> & {
  at: number
  gatewayAt: number | null
  receivedAt: number
  source: string | null
}

function toReading(row: ReadingRow): StoredReading {
  return {
    ...row,
    at: toInstant(row.at),
    gatewayAt: instantOrNull(row.gatewayAt),
    receivedAt: toInstant(row.receivedAt),
    source: row.source ?? '',
  }
}
