import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idSchema, listInput, listReply } from './envelope.ts'
import { polygonSchema } from './geo.ts'
import { supervisorRoles } from './roles.ts'

/** A pen; the specification's *farm slot*, and so named on the wire. */
export const penSchema = z.object({
  id: idSchema,
  farmId: idSchema,
  name: z.string(),
  polygon: polygonSchema,
  capacity: z.number().int().nullable(),
  purpose: z.string().nullable(),
  /** Animals whose pen this is. */
  heads: z.number().int(),
})
export type Pen = z.infer<typeof penSchema>

export const penInputSchema = z.object({
  id: idSchema.optional(),
  farmId: idSchema,
  name: z.string().min(1).max(100),
  polygon: polygonSchema,
  capacity: z.number().int().min(0).max(1_000_000).nullable().optional(),
  purpose: z.string().max(100).nullable().optional(),
})

export const penEndpoints = {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/farmSlot/list',
    access: supervisorRoles,
    input: listInput(['id', 'name'], { name: z.string().optional(), farmId: idSchema.optional() }),
    reply: listReply(penSchema),
    summary: 'Pens with the heads kept in them.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: '/collateral/web/farmSlot/addOrEdit',
    access: supervisorRoles,
    input: penInputSchema,
    reply: penSchema,
    summary: 'Adds a pen, or changes the one whose id is given.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/farmSlot/del/{id}',
    access: supervisorRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: z.object({}),
    summary: 'Removes a pen that no animal or gateway is in.',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/collateral/web/farmSlot/detail/{id}',
    access: supervisorRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: penSchema,
    summary: 'One pen.',
  }),
}
