import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { farmSchema } from './farms.ts'
import { gatewaySchema } from './gateways.ts'
import { penSchema } from './pens.ts'
import { monitorRoles } from '../people/roles.ts'

/** The static part of a monitor, which live data is drawn on. */
export const sceneSchema = z.object({
  farms: z.array(farmSchema.omit({ headcount: true, version: true, countyCode: true })),
  pens: z.array(
    penSchema.pick({
      id: true,
      farmId: true,
      name: true,
      polygon: true,
      capacity: true,
      purpose: true,
      zone: true,
      heads: true,
    }),
  ),
  gateways: z.array(
    gatewaySchema.omit({
      version: true,
      state: true,
      lastSeenAt: true,
      clockBehindMs: true,
      bandsPerMinute: true,
      firmware: true,
      firmwareDiffers: true,
      rejected: true,
    }),
  ),
  projects: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      contractHeadcount: z.number().int(),
      /** Its farms visible to the caller, and its total number of farms. */
      farmIds: z.array(idSchema),
      farms: z.number().int(),
      /** Heads that left the ledger of the visible farms since the project began. */
      left: z.number().int(),
    }),
  ),
})
export type Scene = z.infer<typeof sceneSchema>

export const monitorEndpoints = ofNoun('monitor', {
  scene: endpoint({
    method: 'GET',
    path: '/collateral/web/monitor/scene',
    access: monitorRoles,
    input: z.object({}),
    reply: sceneSchema,
    summary: 'Farms, pens, gateways and projects that the caller may watch.',
  }),
})
