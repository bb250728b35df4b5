import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { farmSchema } from './farms.ts'
import { gatewaySchema } from './gateways.ts'
import { penSchema } from './pens.ts'
import { monitorRoles } from '../people/roles.ts'

/** The part of a monitor that does not move: the stage for the live data. */
export const sceneSchema = z.object({
  farms: z.array(farmSchema.omit({ headcount: true, version: true, countyCode: true })),
  pens: z.array(penSchema.pick({ id: true, farmId: true, name: true, polygon: true, capacity: true, purpose: true, heads: true })),
  gateways: z.array(gatewaySchema.omit({ version: true, state: true, lastSeenAt: true, bandsPerMinute: true, firmware: true, firmwareDiffers: true, rejected: true })),
  projects: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      contractHeadcount: z.number().int(),
      /** Its farms that the caller may watch, and how many it has in all. */
      farmIds: z.array(idSchema),
      farms: z.number().int(),
      /** Heads that have left the ledger of those farms since it began. */
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
