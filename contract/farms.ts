import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idSchema, listInput, listReply } from './envelope.ts'
import { planSchema, polygonSchema } from './geo.ts'
import { headcountSchema, windowMinutesSchema } from './headcounts.ts'
import { supervisorRoles } from './roles.ts'

export const timeZoneSchema = z.string().refine((zone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}, 'unknown_time_zone')

export const farmSchema = z.object({
  id: idSchema,
  name: z.string(),
  borrowerOrgId: idSchema.nullable(),
  address: z.string().nullable(),
  timeZone: z.string(),
  boundary: polygonSchema,
  plan: planSchema,
  windowMinutes: z.number().int(),
  headcount: headcountSchema,
})
export type Farm = z.infer<typeof farmSchema>

export const farmInputSchema = z.object({
  id: idSchema.optional(),
  name: z.string().min(1).max(100),
  borrowerOrgId: idSchema.nullable().optional(),
  address: z.string().max(300).nullable().optional(),
  timeZone: timeZoneSchema.default('Asia/Shanghai'),
  boundary: polygonSchema,
  plan: planSchema.default([]),
  windowMinutes: windowMinutesSchema.default(60),
})

export const farmEndpoints = {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/farm/list',
    access: supervisorRoles,
    input: listInput(['id', 'name'], { name: z.string().optional(), borrowerOrgId: idSchema.optional() }),
    reply: listReply(farmSchema),
    summary: 'Farms with their headcount.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: '/collateral/web/farm/addOrEdit',
    access: supervisorRoles,
    input: farmInputSchema,
    reply: farmSchema,
    summary: 'Adds a farm, or changes the one whose id is given.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/farm/del/{id}',
    access: supervisorRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: z.object({}),
    summary: 'Removes a farm that has no pens, gateways or animals.',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/collateral/web/farm/detail/{id}',
    access: supervisorRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: farmSchema,
    summary: 'One farm.',
  }),
}
