import { z } from 'zod'
import { deviceIdSchema } from './deviceIds.ts'
import { endpoint } from './endpoint.ts'
import { idSchema, instantSchema, listInput, listReply } from './envelope.ts'
import { supervisorRoles } from './roles.ts'

export const gatewayStates = ['ONLINE', 'OFFLINE', 'NEVER_SEEN'] as const
export const gatewayStateSchema = z.enum(gatewayStates)
export type GatewayState = z.infer<typeof gatewayStateSchema>

export const gatewaySchema = z.object({
  id: idSchema,
  mac: z.string(),
  name: z.string().nullable(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable(),
  longitude: z.number(),
  latitude: z.number(),
  state: gatewayStateSchema,
  lastSeenAt: instantSchema.nullable(),
  /** Readings it sent in the last 24 hours that were not stored as sent, by reason. */
  rejected: z.record(z.string(), z.number().int()),
})
export type Gateway = z.infer<typeof gatewaySchema>

export const gatewayInputSchema = z.object({
  id: idSchema.optional(),
  mac: deviceIdSchema,
  name: z.string().max(100).nullable().optional(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable().optional(),
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
})

export const gatewayEndpoints = {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/gateway/list',
    access: supervisorRoles,
    input: listInput(['id', 'mac', 'name'], {
      mac: z.string().optional(),
      farmId: idSchema.optional(),
      farmSlotId: idSchema.optional(),
    }),
    reply: listReply(gatewaySchema),
    summary: 'Gateways with their state and what was rejected of what they sent.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: '/collateral/web/gateway/addOrEdit',
    access: supervisorRoles,
    input: gatewayInputSchema,
    reply: gatewaySchema,
    summary: 'Adds a gateway, or changes the one whose id is given.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/gateway/del/{id}',
    access: supervisorRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: z.object({}),
    summary: 'Removes a gateway; the readings it sent stay.',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/collateral/web/gateway/detail/{id}',
    access: supervisorRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: gatewaySchema,
    summary: 'One gateway.',
  }),
}
