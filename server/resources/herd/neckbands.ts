import type { Neckband } from '#contract/herd/neckbands.ts'
import type { StoredReading } from '#contract/herd/readings.ts'
import { CallError } from '../../callError.ts'
import { toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { statesOf } from '../../db/neckbandStates.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords, writtenByHook } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { containsDeviceId, listOf } from '../../records/page.ts'
import { findRecord } from '../../records/select.ts'
import { instantOrNull, numberOrNull } from '../values.ts'
import { visibleFarms } from '../visibility.ts'
import { pair } from './pairings.ts'

const dayMs = 86_400_000

export const neckbands = describeRecords('neckbands', {
  noun: 'neckband',
  table: 'neckbands',
  // The pairing and the animal that wears it now, if any.
  joins: (sql) => sql`left join pairings p on p.neckband_id = r.id and p.to_at is null left join animals a on a.id = p.animal_id`,
  fields: {
    deviceId: 'device_id',
    model: 'model',
    animalId: writtenByHook((sql) => sql`a.id`),
    farmId: (sql) => sql`a.farm_id`,
  },
  inputs: { reason: null },
  live: {
    fields: ['battery', 'lastSeenAt', 'longitude', 'latitude', 'fixAt', 'farmSlotId', 'gatewayId', 'rssi'],
    read: readStates,
  },
  filters: { deviceId: (sql, part) => containsDeviceId(sql, 'r.device_id', part) },
  // A worn neckband is seen by who sees the farm, one in the drawer by whose it is.
  visible: (sql, caller) =>
    caller.role === 'ADMIN_PLATFORM'
      ? sql`true`
      : sql`(a.farm_id in (${visibleFarms(sql, caller)}) or (a.id is null and r.owner_org_id = ${caller.organisationId}))`,
  unique: { neckbands_device_id: 'deviceId', pairings_animal_open: 'animalId', pairings_neckband_open: 'animalId' },
  inUse: (sql) => sql`p.id is not null`,
  farm: 'farmId',
  hooks: {
    async beforeSave({ caller, before, input, note }) {
      if (input.reason !== undefined) note['reason'] = input.reason
      return before === null ? { owner_org_id: caller.organisationId } : {}
    },
    async afterSave({ sql, caller, now, before, after, input }) {
      const { animalId, reason = null } = input
      if (animalId !== undefined && animalId !== (before?.animalId ?? null)) await pair(sql, caller, now, { neckbandId: after.id, animalId, reason })
    },
    async beforePurge({ sql, before }) {
      const heard = await sql`select from readings where neckband_id = ${before.id} limit 1`
      if (heard.length > 0) throw new CallError('IN_USE')
    },
  },
})

type Stored = Pick<Neckband, 'id' | 'version' | 'deviceId' | 'model' | 'animalId' | 'farmId'>

/** What was last heard of neckbands: from memory, or the checkpoint of one that memory does not know yet. */
async function readStates({ sql, herd }: Context, rows: readonly Stored[]): Promise<Neckband[]> {
  const ids = rows.map(({ id }) => id)
  const live = await herd.neckbands(ids)
  const kept = await statesOf(sql, ids.filter((id) => !live.has(id)))
  return rows.map((row) => {
    const state = live.get(row.id) ?? kept.get(row.id)
    return {
      ...row,
      battery: numberOrNull(state?.battery),
      lastSeenAt: instantOrNull(state?.heardAt),
      longitude: numberOrNull(state?.longitude),
      latitude: numberOrNull(state?.latitude),
      fixAt: instantOrNull(state?.fixedAt),
      farmSlotId: state?.penId ?? null,
      gatewayId: state?.gatewayId ?? null,
      rssi: numberOrNull(state?.rssi),
    }
  })
}

export const neckbandHandlers: HandlersOf<'neckbands'> = {
  ...recordHandlers(neckbands),

  async readings(input, caller, { sql, clock }) {
    await findRecord(sql, neckbands, caller, input.id)
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
