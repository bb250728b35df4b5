import { z } from 'zod'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { polygonSchema } from '../values/geo.ts'
import { polygonInputSchema } from '../values/polygons.ts'
import { polygonWarningsSchema } from './polygonWarnings.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

/** A pen; the specification's *farm slot*, and so named on the wire. */
export const penSchema = z.object({
  ...recordFields,
  farmId: idSchema,
  name: z.string(),
  polygon: polygonSchema,
  capacity: z.number().int().nullable(),
  purpose: z.string().nullable(),
  /** The name of a zone: its pens are one place to their animals, and to go from one to another is no exit. */
  zone: z.string().nullable(),
  /** Animals whose pen this is. */
  heads: z.number().int(),
  /** Of them, those that were heard in the farm's window of so many minutes. */
  heard: z.number().int(),
  windowMinutes: z.number().int(),
  /** Of the heads, those that wear a neckband; and of these, those that a gateway heard in the window. */
  worn: z.number().int(),
  heardByGateway: z.number().int(),
  /** The gateways that heard these last, by name, or by MAC. */
  gateways: z.array(z.string()),
  /** When one of them was heard last, in the window or before, and the gateway that heard one last. */
  lastHeardAt: instantSchema.nullable(),
  lastGatewayId: idSchema.nullable(),
})
export type Pen = z.infer<typeof penSchema>

export const penInputSchema = z.object({
  ...recordInput,
  farmId: idSchema,
  name: z.string().trim().min(1).max(100),
  polygon: polygonInputSchema,
  capacity: z.number().int().min(0).max(1_000_000).nullable().optional(),
  purpose: z.string().max(100).nullable().optional(),
  zone: z.string().trim().min(1).max(100).nullable().optional(),
})

export const penEndpoints = ofNoun('pens', {
  ...recordEndpoints({
    path: '/collateral/web/farmSlot',
    access: supervisorRoles,
    item: penSchema,
    input: penInputSchema,
    sort: ['id', 'name', 'capacity'],
    filters: {
      name: z.string().optional(),
      farmId: idSchema.optional(),
      purpose: z.string().optional(),
      zone: z.string().optional(),
      /** Neckbands are worn there, and no gateway heard one of them in the window. */
      isBlind: z.boolean().optional(),
    },
    about: 'Pens with the heads kept in them',
  }),
  check: endpoint({
    method: 'POST',
    path: '/collateral/web/farmSlot/check',
    access: supervisorRoles,
    input: z.object({ id: idSchema.optional(), farmId: idSchema, polygon: polygonInputSchema }),
    reply: polygonWarningsSchema,
    isCostly: true,
    summary: 'What is odd about a pen, before it is saved: it reaches out of its farm, or over other pens.',
  }),
})
