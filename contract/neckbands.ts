import { z } from 'zod'
import { deviceIdSchema } from './deviceIds.ts'
import { endpoint } from './endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, listInput, listReply, pageSchema } from './envelope.ts'
import { storedReadingSchema } from './readings.ts'
import { supervisorRoles } from './roles.ts'

export const neckbandSchema = z.object({
  id: idSchema,
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
  id: idSchema.optional(),
  deviceId: deviceIdSchema,
  model: z.string().max(100).nullable().optional(),
  /** The animal that wears it from now on; null takes it off; left out changes nothing. */
  animalId: idSchema.nullable().optional(),
  reason: z.string().max(300).optional(),
})

export const neckbandEndpoints = {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/neckband/list',
    access: supervisorRoles,
    input: listInput(['id', 'deviceId'], {
      deviceId: z.string().optional(),
      farmId: idSchema.optional(),
      animalId: idSchema.optional(),
    }),
    reply: listReply(neckbandSchema),
    summary: 'Neckbands with what was last heard of them.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: '/collateral/web/neckband/addOrEdit',
    access: supervisorRoles,
    input: neckbandInputSchema,
    reply: neckbandSchema,
    summary: 'Adds a neckband or changes one; a new animal opens a new pairing and closes the old one.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/neckband/del/{id}',
    access: supervisorRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: z.object({}),
    summary: 'Removes a neckband that was never heard or worn.',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/collateral/web/neckband/detail/{id}',
    access: supervisorRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: neckbandSchema,
    summary: 'One neckband.',
  }),
  readings: endpoint({
    method: 'POST',
    path: '/collateral/web/neckband/{id}/readings',
    access: supervisorRoles,
    input: pageSchema.extend({
      id: z.coerce.number().pipe(idSchema),
      from: instantInputSchema.optional(),
      to: instantInputSchema.optional(),
    }),
    reply: listReply(storedReadingSchema),
    summary: 'Stored readings of a neckband, oldest first; the last 24 hours unless told.',
  }),
}
