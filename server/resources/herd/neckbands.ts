import type { Neckband, NeckbandState, Pairing } from '#contract/herd/neckbands.ts'
import { foldElectronicTag } from '#contract/values/earTags.ts'
import type { StoredReading } from '#contract/herd/readings.ts'
import { CallError } from '../../callError.ts'
import { toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { statesOf } from '../../db/neckbands/neckbandStates.ts'
import type { HandlersOf } from '../../handler.ts'
import { changeRecords } from '../../records/batch.ts'
import { describeRecords, writtenByHook } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { textIn, containsDeviceId, listOf } from '../../records/page.ts'
import { findRecord, selectRecords, visibleTo } from '../../records/select.ts'
import { saveRecord } from '../../records/write.ts'
import { pairingByEdit } from '../../notify/pairingReason.ts'
import { requireOwnPicture } from '../files/fileOwners.ts'
import { instantOrNull, numberOrNull } from '../values.ts'
import { visibleFarms } from '../visibility.ts'
import { preferExact, taggedAnimals } from './animals/taggedAnimals.ts'
import { batteryOutlooks, isDueWithin } from './battery/batteryTrends.ts'
import { notifyOfPairing, notifyOfUnpairing } from './collateralNotices.ts'
import { withOddFirmware } from './devices/oddFirmware.ts'
import { pair, pairedAgainAt, pairingDetails, unpairing } from './pairings.ts'

const dayMs = 86_400_000
/** Minutes after which a neckband counts as silent while it is not on any farm. */
const spareWindowMinutes = 60
/** Percent; batteries below it count as low in the list, independent of alert rules. */
const lowBattery = 20

export const neckbands = describeRecords('neckbands', {
  noun: 'neckband',
  table: 'neckbands',
  // Joins the current pairing and animal, if any, and the last stored state.
  joins: (
    sql,
  ) => sql`left join pairings p on p.neckband_id = r.id and p.to_at is null left join animals a on a.id = p.animal_id
    left join farms f on f.id = a.farm_id left join neckband_states s on s.neckband_id = r.id
    left join battery_trends b on b.neckband_id = r.id`,
  fields: {
    deviceId: 'device_id',
    animalId: writtenByHook((sql) => sql`a.id`),
    farmId: (sql) => sql`a.farm_id`,
  },
  inputs: { reason: null, photoId: null },
  live: {
    fields: [
      'state',
      'battery',
      'batteryTrend',
      'batteryPerDay',
      'batteryDaysLeft',
      'lastSeenAt',
      'longitude',
      'latitude',
      'fixAt',
      'farmSlotId',
      'gatewayId',
      'rssi',
      'pairedAgain',
      'firmwareDiffers',
    ],
    read: readStates,
  },
  filters: {
    deviceId: (sql, part) => containsDeviceId(sql, 'r.device_id', part),
    farmSlotId: (sql, penId) => sql`s.pen_id = ${penId}`,
    state: (sql, states, now) => textIn(sql, stateAt(sql, now), states),
    isWorn: (sql, isWorn) => sql`(a.id is not null) = ${isWorn}`,
    lowBattery: (sql, isLow) => sql`coalesce(s.battery < ${lowBattery}, false) = ${isLow}`,
    batteryDue: isDueWithin,
    pairedAgain: (sql, isAgain, now) => sql`(r.id in ${pairedAgainAt(sql, now)}) = ${isAgain}`,
  },
  sorts: {
    battery: (sql) => sql`s.battery`,
    batteryDaysLeft: (sql) => sql`b.empty_at`,
    lastSeenAt: (sql) => sql`s.heard_at`,
    // Sorts by pen, and in each pen by the battery that will be empty first.
    farmSlotId: (sql) => sql`row(f.name, (select name from pens where pens.id = s.pen_id), b.empty_at)`,
  },
  // A worn neckband is visible with its farm, a spare one to its owner organisation.
  visible: (sql, caller) =>
    caller.role === 'ADMIN_PLATFORM'
      ? sql`true`
      : sql`(a.farm_id in (${visibleFarms(sql, caller)}) or (a.id is null and r.owner_org_id = ${caller.organisationId}))`,
  unique: { neckbands_device_id: 'deviceId', pairings_animal_open: 'animalId', pairings_neckband_open: 'animalId' },
  inUse: (sql) => sql`p.id is not null`,
  farm: 'farmId',
  hooks: {
    async beforeSave({ sql, caller, before, input, note }) {
      if (input.photoId != null) await requireOwnPicture(sql, caller, 'photoId', input.photoId)
      if (input.reason !== undefined) note['reason'] = input.reason
      // Another id would make the readings of another device those of the animal that wears this one.
      if (before !== null && before.animalId !== null && before.deviceId !== input.deviceId)
        throw new CallError('CONFLICT', { fields: { deviceId: 'worn' } })
      return before === null ? { owner_org_id: caller.organisationId } : {}
    },
    async afterSave(change) {
      const { sql, caller, now, before, after, input, language } = change
      const { animalId, reason = pairingByEdit(language), photoId = null } = input
      const wornBy = before?.animalId ?? null
      if (animalId === undefined || animalId === wornBy) return
      await notifyOfUnpairing(change, [after.id], reason)
      await pair(sql, caller, now, { neckbandId: after.id, animalId, reason, photoId })
      await notifyOfPairing(change, after.id, reason)
    },
    async beforePurge({ sql, before }) {
      const heard = await sql`select from readings where neckband_id = ${before.id} limit 1`
      if (heard.length > 0) throw new CallError('IN_USE')
    },
  },
})

/** Selects the state at an instant from stored rows (herd time, epoch ms). */
function stateAt(sql: Queries, now: number): Fragment {
  return sql`case when s.heard_at is null then 'NEVER_SEEN'
    when s.heard_at >= ${now}::timestamptz - coalesce(f.window_minutes, ${spareWindowMinutes}) * interval '1 minute' then 'HEARD' else 'SILENT' end`
}

type Stored = Pick<Neckband, 'id' | 'version' | 'deviceId' | 'model' | 'firmware' | 'hardware' | 'animalId' | 'farmId'>

/** Returns the last state of neckbands, from memory or from the checkpoint for those that memory does not have yet. */
async function readStates({ sql, clock, herd }: Context, rows: readonly Stored[]): Promise<Neckband[]> {
  const now = clock.now()
  const ids = rows.map(({ id }) => id)
  const [live, windows, again, outlook, odd] = await Promise.all([
    herd.neckbands(ids),
    sql<
      { id: number; minutes: number }[]
    >`select id, window_minutes as minutes from farms where id = any(${rows.flatMap(({ farmId }) => farmId ?? [])}::bigint[])`,
    sql<{ id: number }[]>`select id from ${pairedAgainAt(sql, now)} again where id = any(${ids}::bigint[])`,
    batteryOutlooks(sql, ids, now),
    withOddFirmware(
      sql,
      rows.flatMap(({ id, firmware }) => (firmware === null ? [] : id)),
    ),
  ])
  const windowOf = new Map(windows.map(({ id, minutes }) => [id, minutes]))
  const pairedAgain = new Set(again.map(({ id }) => id))
  const stateOf = (heardAt: number | null | undefined, farmId: number | null): NeckbandState => {
    if (heardAt == null) return 'NEVER_SEEN'
    return now - heardAt <= (windowOf.get(farmId ?? 0) ?? spareWindowMinutes) * 60_000 ? 'HEARD' : 'SILENT'
  }
  const storedStates = await statesOf(
    sql,
    ids.filter((id) => !live.has(id)),
  )
  return rows.map((row) => {
    const state = live.get(row.id) ?? storedStates.get(row.id)
    return {
      ...row,
      state: stateOf(state?.heardAt, row.farmId),
      battery: numberOrNull(state?.battery),
      ...outlook(row.id),
      lastSeenAt: instantOrNull(state?.heardAt),
      longitude: numberOrNull(state?.longitude),
      latitude: numberOrNull(state?.latitude),
      fixAt: instantOrNull(state?.fixedAt),
      farmSlotId: state?.penId ?? null,
      gatewayId: state?.gatewayId ?? null,
      rssi: numberOrNull(state?.rssi),
      pairedAgain: pairedAgain.has(row.id),
      firmwareDiffers: odd.has(row.id),
    }
  })
}

/**
 * Refuses to move a neckband off an animal that the caller did not name.
 * @throws CallError CONFLICT; its details name the wearer (`wearerId`, `wearer`) and the animal that would get it (`animal`)
 */
async function requireMoveMeant(
  sql: Queries,
  wearerId: number | null,
  animalId: number,
  fromEarTag: string | undefined,
): Promise<void> {
  if (wearerId === null || wearerId === animalId) return
  const tags = await sql<
    { id: number; tag: string }[]
  >`select id, visual_tag as tag from animals where id = any(${[wearerId, animalId]}::bigint[])`
  const tagOf = (id: number) => tags.find((one) => one.id === id)?.tag ?? null
  if (fromEarTag !== undefined && fromEarTag === tagOf(wearerId)) return
  throw new CallError('CONFLICT', {
    fields: { deviceId: 'worn_by_other' },
    details: { wearerId: String(wearerId), wearer: tagOf(wearerId), animal: tagOf(animalId) },
  })
}

export const neckbandHandlers: HandlersOf<'neckbands'> = {
  ...recordHandlers(neckbands),

  async pair({ deviceId, earTag, fromEarTag, ...given }, caller, context, call) {
    const { sql } = context
    const [band] = await selectRecords(
      sql,
      neckbands,
      sql`r.device_id = ${deviceId} and ${visibleTo(sql, neckbands, caller)}`,
    )
    if (band === undefined) throw new CallError('BAD_SHAPE', { fields: { deviceId: 'unknown' } })
    const tagged = await sql<{ tag: string; id: number; isExact: boolean }[]>`
      select ${earTag}::text as tag, a.id, "isExact" from (${taggedAnimals(sql, [earTag, foldElectronicTag(earTag)])}) a
      where a.deleted_at is null and a.in_herd_to is null and a.farm_id in (${visibleFarms(sql, caller)}) order by a.id limit 100`
    const animalIds = new Set(preferExact(tagged).map(({ id }) => id))
    const [animalId, another] = animalIds
    if (animalId === undefined || another !== undefined)
      throw new CallError('BAD_SHAPE', { fields: { earTag: another === undefined ? 'unknown' : 'several' } })
    await requireMoveMeant(sql, band.animalId, animalId, fromEarTag)
    const { id, version } = band
    return saveRecord(context, neckbands, caller, { id, version, deviceId, animalId, ...given }, call).catch(
      (error: unknown) => {
        // Maps the record's `animalId` to the form's `earTag`.
        const isTaken = error instanceof CallError && error.fields?.['animalId'] === 'taken'
        throw isTaken ? new CallError('CONFLICT', { fields: { earTag: 'taken' }, cause: error }) : error
      },
    )
  },

  async unpair(input, caller, context) {
    return { changed: await changeRecords(context, neckbands, caller, input, unpairing(input)) }
  },

  async pairings(input, caller, { sql }) {
    await findRecord(sql, neckbands, caller, input.id)
    const condition = sql`p.neckband_id = ${input.id} and a.farm_id in (${visibleFarms(sql, caller)})`
    const [rows, [count]] = await Promise.all([
      sql<PairingRow[]>`
        select p.id, p.animal_id as "animalId", a.visual_tag as "visualTag", p.from_at as "from", p.to_at as "to", ${pairingDetails(sql)}
        from pairings p join animals a on a.id = p.animal_id where ${condition}
        order by p.from_at desc, p.id desc limit ${input.pageSize} offset ${(input.current - 1) * input.pageSize}`,
      sql<
        { total: number }[]
      >`select count(*) as total from pairings p join animals a on a.id = p.animal_id where ${condition}`,
    ])
    return listOf(
      rows.map((row) => ({ ...row, from: toInstant(row.from), to: instantOrNull(row.to) })),
      count?.total ?? 0,
      input,
    )
  },

  async readings(input, caller, { sql, clock }) {
    await findRecord(sql, neckbands, caller, input.id)
    const to = input.to ?? clock.now()
    const from = input.from ?? to - dayMs
    // The gateway's MAC is shown only while its record exists; readings outlive it.
    const condition = sql`r.neckband_id = ${input.id} and r.at >= ${from} and r.at <= ${to}`
    const [rows, [count]] = await Promise.all([
      sql<ReadingRow[]>`
        select ${readingColumns(sql)} from readings r ${withSenders(sql)}
        where ${condition} order by r.at, r.gateway_id, r.discriminator
        limit ${input.pageSize} offset ${(input.current - 1) * input.pageSize}`,
      sql<{ total: number }[]>`select count(*) as total from readings r where ${condition}`,
    ])
    return listOf(rows.map(toReading), count?.total ?? 0, input)
  },
}

type PairingRow = Omit<Pairing, 'from' | 'to'> & { from: number; to: number | null }

/** Columns of a reading `r` joined by `withSenders`. */
export const readingColumns = (sql: Queries) => sql`
  r.at, r.gateway_at as "gatewayAt", r.received_at as "receivedAt", s.name as source, g.mac as gateway, r.longitude, r.latitude, r.accuracy_m as "accuracyM", r.rssi, r.battery,
  r.temperature_c as "temperatureC", r.activity, r.moving, r.tamper`

export const withSenders = (sql: Queries) =>
  sql`left join sources s on s.id = r.source_id left join gateways g on g.id = r.gateway_id`

/** A reading as selected by `readingColumns`. */
export type ReadingRow = Omit<StoredReading, 'at' | 'gatewayAt' | 'receivedAt' | 'source'> & {
  at: number
  gatewayAt: number | null
  receivedAt: number
  source: string | null
}

/** Converts a reading's row to the answer's form; further columns stay. */
export function toReading<R extends ReadingRow>(row: R): Omit<R, keyof ReadingRow> & StoredReading {
  return {
    ...row,
    at: toInstant(row.at),
    gatewayAt: instantOrNull(row.gatewayAt),
    receivedAt: toInstant(row.receivedAt),
    source: row.source ?? '',
  }
}
