import type { UnknownDevice } from '#contract/herd/unknownDevices.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { centreOf } from '../../herd/geometry.ts'
import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { findRecord } from '../../records/select.ts'
import { saveRecord } from '../../records/write.ts'
import { gateways } from '../herd/gateways.ts'
import { neckbands } from '../herd/neckbands.ts'
import { visibleFarms } from '../visibility.ts'
import { quarantineColumns, quarantined, visibleRejected } from './visibleRejected.ts'

export const unknownDevices = describeRecords('unknownDevices', {
  ...quarantined,
  noun: 'unknownDevice',
  fields: {
    kind: (sql) => sql`case r.reason when 'UNKNOWN_GATEWAY' then 'GATEWAY' else 'NECKBAND' end`,
    deviceId: 'device_id',
    ...quarantineColumns,
  },
  // Devices that the caller's organisation has registered since are no longer unknown; that another one has, it must not learn.
  visible(sql, caller) {
    const isOwn =
      caller.role === 'ADMIN_PLATFORM' ? sql`true` : sql`d.owner_org_id is not distinct from ${caller.organisationId}`
    return sql`${visibleRejected(sql, caller)} and case r.reason
      when 'UNKNOWN_GATEWAY' then not exists (select from gateways d where d.mac = r.device_id and d.deleted_at is null and ${isOwn})
      when 'UNKNOWN_DEVICE' then not exists (select from neckbands d where d.device_id = r.device_id and d.deleted_at is null and ${isOwn})
      else false end`
  },
})

export const unknownDeviceHandlers: HandlersOf<'unknownDevices'> = {
  ...recordHandlers(unknownDevices),

  async adoptGateway({ unknownGatewayId, longitude, latitude, ...input }, caller, context, call) {
    const { sql, events } = context
    const mac = await deviceOf(sql, caller, unknownGatewayId, { kind: 'GATEWAY', field: 'unknownGatewayId' })
    const place =
      longitude == null || latitude == null ? await middleOf(sql, caller, input) : ([longitude, latitude] as const)
    const { id } = await saveRecord(
      context,
      gateways,
      caller,
      { ...input, mac, longitude: place[0], latitude: place[1] },
      call,
    )
    events.emit('recordsChanged', { noun: 'unknownDevices', farmIds: [input.farmId] })
    return { id }
  },

  async adoptNeckband({ unknownNeckbandId, ...input }, caller, context, call) {
    const deviceId = await deviceOf(context.sql, caller, unknownNeckbandId, {
      kind: 'NECKBAND',
      field: 'unknownNeckbandId',
    })
    const { id, farmId } = await saveRecord(context, neckbands, caller, { ...input, deviceId }, call)
    context.events.emit('recordsChanged', { noun: 'unknownDevices', ...(farmId !== null && { farmIds: [farmId] }) })
    return { id }
  },
}

interface DeviceQuery {
  kind: UnknownDevice['kind']
  /** The field that names it in the call. */
  field: string
}

/** Returns the device's id. @throws CallError NOT_FOUND when the caller sees no such device; BAD_SHAPE when it is of the other kind */
async function deviceOf(sql: Queries, caller: Caller, id: number, { kind, field }: DeviceQuery): Promise<string> {
  const device = await findRecord(sql, unknownDevices, caller, id)
  if (device.kind !== kind) throw new CallError('BAD_SHAPE', { fields: { [field]: 'unknown' } })
  return device.deviceId
}

/** Returns the middle of a pen, or of a farm. @throws CallError BAD_SHAPE when the caller may not see the farm */
async function middleOf(
  sql: Queries,
  caller: Caller,
  { farmId, farmSlotId = null }: { farmId: number; farmSlotId?: number | null | undefined },
) {
  const [row] = await sql<{ area: Polygon }[]>`
    select coalesce(p.polygon, f.boundary) as area from farms f left join pens p on p.id = ${farmSlotId} and p.farm_id = f.id and p.deleted_at is null
    where f.id = ${farmId} and f.id in (${visibleFarms(sql, caller)})`
  if (row === undefined) throw new CallError('BAD_SHAPE', { fields: { farmId: 'unknown' } })
  return centreOf(row.area)
}
