import { z } from 'zod'
import { deviceIdSchema } from '../values/deviceIds.ts'
import { codeFilter, idSchema, instantSchema, textFilter } from '../calls/envelope.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { ofNoun } from '../calls/endpoint.ts'

export const gatewayStates = ['ONLINE', 'OFFLINE', 'NEVER_SEEN'] as const
export const gatewayStateSchema = z.enum(gatewayStates)
export type GatewayState = z.infer<typeof gatewayStateSchema>

export const gatewaySchema = z.object({
  ...recordFields,
  mac: z.string(),
  name: z.string().nullable(),
  firmware: z.string().nullable(),
  /** Whether more than half of the farm's gateways run another firmware. */
  firmwareDiffers: z.boolean(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable(),
  longitude: z.number(),
  latitude: z.number(),
  state: gatewayStateSchema,
  lastSeenAt: instantSchema.nullable(),
  /** How far its clock is behind, ms; negative: ahead; null: it is right, or its messages do not show it. */
  clockBehindMs: z.number().nullable(),
  /** Neckbands heard in the last minute whose newest reading came through this gateway. */
  bandsPerMinute: z.number().int(),
  /** Readings of the last 24 hours that were not stored as sent, by reason. */
  rejected: z.record(z.string(), z.number().int()),
})
export type Gateway = z.infer<typeof gatewaySchema>

export const gatewayInputSchema = z.object({
  ...recordInput,
  mac: deviceIdSchema,
  name: z.string().max(100).nullable().optional(),
  firmware: z.string().max(60).nullable().optional(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable().optional(),
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
  /** Stored with the change. */
  reason: z.string().max(300).optional(),
})

export const gatewayEndpoints = ofNoun(
  'gateways',
  recordEndpoints({
    path: '/collateral/web/gateway',
    access: supervisorRoles,
    item: gatewaySchema,
    input: gatewayInputSchema,
    sort: ['id', 'mac', 'name', 'lastSeenAt'],
    filters: {
      mac: textFilter,
      name: textFilter,
      firmware: textFilter,
      firmwareDiffers: z.boolean().optional(),
      farmId: idSchema.optional(),
      farmSlotId: idSchema.optional(),
      state: codeFilter(gatewayStateSchema),
    },
    about: 'Gateways with their state and what was rejected of what they sent',
  }),
)
