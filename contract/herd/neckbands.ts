import { z } from 'zod'
import { deviceIdSchema } from '../values/deviceIds.ts'
import { endpoint } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, listReply, pageSchema } from '../calls/envelope.ts'
import { storedReadingSchema } from './readings.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

export const neckbandSchema = z.object({
  ...recordFields,
  deviceId: z.string(),
  model: z.string().nullable(),
  animalId: idSchema.nullable(),
  farmId: idSchema.nullable(),
  battery: z.number().nullable(),
  lastSeenAt: instantSchema.nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  fixAt: instantSchema.nullable(),
  /** The pen it was last placed in, by position or by gateway. */
  farmSlotId: idSchema.nullable(),
  /** The gateway that heard it last, and how strongly (dBm). */
  gatewayId: idSchema.nullable(),
  rssi: z.number().nullable(),
})
export type Neckband = z.infer<typeof neckbandSchema>

export const neckbandInputSchema = z.object({
  ...recordInput,
  deviceId: deviceIdSchema,
  model: z.string().max(100).nullable().optional(),
  /** The animal that wears it from now on; null takes it off; left out changes nothing. */
  animalId: idSchema.nullable().optional(),
  reason: z.string().max(300).optional(),
})

export const neckbandEndpoints = {
  ...recordEndpoints({
    path: '/collateral/web/neckband',
    access: supervisorRoles,
    item: neckbandSchema,
    input: neckbandInputSchema,
    sort: ['id', 'deviceId'],
    filters: { deviceId: z.string().optional(), farmId: idSchema.optional(), animalId: idSchema.optional() },
    about: 'Neckbands with what was last heard of them',
  }),
  readings: endpoint({
    method: 'POST',
    path: '/collateral/web/neckband/{id}/readings',
    access: supervisorRoles,
    input: pageSchema.extend({
      ...idInput.shape,
      from: instantInputSchema.optional(),
      to: instantInputSchema.optional(),
    }),
    reply: listReply(storedReadingSchema),
    isCostly: true,
    summary: 'Stored readings of a neckband, oldest first; the last 24 hours unless told.',
  }),
}
