import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { idSchema, instantSchema, textFilter } from '../calls/envelope.ts'
import { endpoint, maxLongBodyBytes, ofNoun } from '../calls/endpoint.ts'
import { polygonSchema } from '../values/geo.ts'
import { drawnPolygonSchema, polygonInputSchema } from '../values/polygons.ts'
import { polygonWarningsSchema } from './polygonWarnings.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

/** A pen. The specification and the wire call it a *farm slot*. */
export const penSchema = z.object({
  ...recordFields,
  farmId: idSchema,
  name: z.string(),
  polygon: polygonSchema,
  capacity: z.number().int().nullable(),
  purpose: z.string().nullable(),
  /** Name of a zone. Pens of one zone count as one place, so moving between them is no exit. */
  zone: z.string().nullable(),
  /** Animals assigned to this pen. */
  heads: z.number().int(),
  /** Those heard within the farm's window, `windowMinutes`. */
  heard: z.number().int(),
  windowMinutes: z.number().int(),
  /** `worn`: heads that wear a neckband. `heardByGateway`: those of them that a gateway heard within the window. */
  worn: z.number().int(),
  heardByGateway: z.number().int(),
  /** Gateways that last heard these neckbands, by name, else by MAC. */
  gateways: z.array(z.string()),
  /** When one of them was last heard, within the window or earlier, and by which gateway. */
  lastHeardAt: instantSchema.nullable(),
  lastGatewayId: idSchema.nullable(),
})
export type Pen = z.infer<typeof penSchema>

export const penInputSchema = z.object({
  ...recordInput,
  farmId: idSchema,
  name: nameSchema(100),
  polygon: polygonInputSchema,
  capacity: z.number().int().min(0).max(1_000_000).nullable().optional(),
  purpose: z.string().max(100).nullable().optional(),
  zone: z.string().trim().min(1).max(100).nullable().optional(),
})

const records = recordEndpoints({
  path: '/collateral/web/farmSlot',
  access: supervisorRoles,
  item: penSchema,
  input: penInputSchema,
  sort: ['id', 'name', 'capacity'],
  filters: {
    name: textFilter,
    farmId: idSchema.optional(),
    purpose: textFilter,
    zone: textFilter,
    /** Neckbands are worn there, and no gateway heard any of them within the window. */
    isBlind: z.boolean().optional(),
  },
  about: 'Pens with the heads kept in them',
})

export const penEndpoints = ofNoun('pens', {
  ...records,
  addOrEdit: { ...records.addOrEdit, maxBytes: maxLongBodyBytes },
  check: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/farmSlot/check',
    access: supervisorRoles,
    input: z.object({ id: idSchema.optional(), farmId: idSchema, polygon: drawnPolygonSchema }),
    reply: polygonWarningsSchema,
    isCostly: true,
    maxBytes: maxLongBodyBytes,
    summary: 'What is odd about a pen, before it is saved: it reaches out of its farm, or over other pens.',
  }),
})
