import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'
import { planSchema, polygonSchema } from '../values/geo.ts'
import { headcountSchema, windowMinutesSchema } from './headcounts.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

export const timeZoneSchema = z.string().refine((zone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}, 'unknown_time_zone')

export const farmSchema = z.object({
  ...recordFields,
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
  ...recordInput,
  name: z.string().min(1).max(100),
  borrowerOrgId: idSchema.nullable().optional(),
  address: z.string().max(300).nullable().optional(),
  timeZone: timeZoneSchema.default('Asia/Shanghai'),
  boundary: polygonSchema,
  plan: planSchema.default([]),
  windowMinutes: windowMinutesSchema.default(60),
})

export const farmEndpoints = recordEndpoints({
  path: '/collateral/web/farm',
  access: supervisorRoles,
  item: farmSchema,
  input: farmInputSchema,
  sort: ['id', 'name'],
  filters: { name: z.string().optional(), borrowerOrgId: idSchema.optional() },
  about: 'Farms with their headcount',
})
