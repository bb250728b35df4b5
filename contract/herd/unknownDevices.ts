import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantSchema, textFilter } from '../calls/envelope.ts'
import { recordDetail, recordFields, recordList } from '../calls/records.ts'
import { quarantineRoles, supervisorRoles } from '../people/roles.ts'
import { rejectReasonSchema } from './readings.ts'

const path = '/collateral/web/unknownDevice'

/** Fields of a reading or message that was not stored as sent. */
export const quarantineFields = {
  /** The source that sent it; null without one, or when the source no longer exists. */
  source: z.string().nullable(),
  /** The gateway that sent it last, under its own name; null when it named none. */
  gateway: z.string().nullable(),
  /** The farm it belongs to; null when unknown. */
  farmId: idSchema.nullable(),
  farmName: z.string().nullable(),
  /** Minimum number of occurrences within a day of the last one. The ingest summary has exact figures. */
  count: z.number().int(),
  firstAt: instantSchema,
  lastAt: instantSchema,
  /** The newest reading, as read; for unreadable messages, their beginning. */
  sample: z.string(),
}

export const deviceKinds = ['GATEWAY', 'NECKBAND'] as const
export const deviceKindSchema = z.enum(deviceKinds)

/** A device that sent readings without being registered. */
export const unknownDeviceSchema = z.object({
  ...recordFields,
  kind: deviceKindSchema,
  deviceId: z.string(),
  ...quarantineFields,
})
export type UnknownDevice = z.infer<typeof unknownDeviceSchema>

/** Each adoption requires a reason, which is stored. */
const adoption = { reason: z.string().trim().min(1).max(300) }

export const unknownDeviceEndpoints = ofNoun('unknownDevices', {
  list: recordList({
    path,
    access: quarantineRoles,
    item: unknownDeviceSchema,
    sort: ['id', 'deviceId', 'count', 'firstAt', 'lastAt'],
    filters: { deviceId: textFilter, kind: deviceKindSchema.optional(), farmName: textFilter },
    about: 'Devices that sent something in the last day and that nobody registered',
  }),
  detail: recordDetail(path, quarantineRoles, unknownDeviceSchema),
  adoptGateway: endpoint({
    method: 'PUT',
    path: `${path}/adoptGateway`,
    access: supervisorRoles,
    input: z.object({
      unknownGatewayId: idSchema,
      ...adoption,
      name: z.string().max(100).nullable().optional(),
      farmId: idSchema,
      farmSlotId: idSchema.nullable().optional(),
      /** Both or neither. Without them the gateway is placed in the middle of its pen or farm. */
      longitude: z.number().min(-180).max(180).nullable().optional(),
      latitude: z.number().min(-90).max(90).nullable().optional(),
    }),
    reply: z.object({ id: idSchema }),
    summary: 'Registers an unknown gateway on a farm of the caller; answers the id of the gateway.',
  }),
  adoptNeckband: endpoint({
    method: 'PUT',
    path: `${path}/adoptNeckband`,
    access: supervisorRoles,
    input: z.object({
      unknownNeckbandId: idSchema,
      ...adoption,
      model: z.string().max(100).nullable().optional(),
      /** The animal that wears it from now on. */
      animalId: idSchema.nullable().optional(),
    }),
    reply: z.object({ id: idSchema }),
    summary: 'Registers an unknown neckband as the caller’s organisation’s; answers the id of the neckband.',
  }),
})

/** Readings and messages that were not stored as sent, with similar ones merged. */
export const rejectedReadingSchema = z.object({
  ...recordFields,
  reason: rejectReasonSchema,
  /** The faulty field of the reading or message. */
  field: z.string(),
  /** The device concerned; null when it could not be read. */
  deviceId: z.string().nullable(),
  ...quarantineFields,
})
export type RejectedReading = z.infer<typeof rejectedReadingSchema>

const rejectedPath = '/collateral/web/rejectedReading'
export const rejectedReadingEndpoints = ofNoun('rejectedReadings', {
  list: recordList({
    path: rejectedPath,
    access: quarantineRoles,
    item: rejectedReadingSchema,
    sort: ['id', 'count', 'firstAt', 'lastAt'],
    filters: {
      deviceId: textFilter,
      /** Part of the gateway's own name. */
      gateway: z.string().max(64).optional(),
      reason: codeFilter(rejectReasonSchema),
      farmName: textFilter,
    },
    about:
      'Readings and messages of the last day that were not stored as they were sent, by reason and device, with the newest of each',
  }),
  detail: recordDetail(rejectedPath, quarantineRoles, rejectedReadingSchema),
})
