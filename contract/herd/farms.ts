import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { idSchema, textFilter } from '../calls/envelope.ts'
import { endpoint, maxLongBodyBytes, ofNoun } from '../calls/endpoint.ts'
import { planInputSchema, planSchema, polygonSchema } from '../values/geo.ts'
import { drawnPolygonSchema, polygonInputSchema } from '../values/polygons.ts'
import { headcountSchema, windowMinutesSchema } from './headcounts.ts'
import { planImageInputSchema, planImageSchema } from './planImages.ts'
import { polygonWarningsSchema } from './polygonWarnings.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

export const timeZoneSchema = z
  .string()
  .max(64)
  .refine((zone) => {
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
  /** Six digits of GB/T 2260. */
  countyCode: z.string().nullable(),
  address: z.string().nullable(),
  timeZone: z.string(),
  boundary: polygonSchema,
  plan: planSchema,
  planImage: planImageSchema.nullable(),
  windowMinutes: z.number().int(),
  headcount: headcountSchema,
})
export type Farm = z.infer<typeof farmSchema>

export const farmInputSchema = z.object({
  ...recordInput,
  name: nameSchema(100),
  borrowerOrgId: idSchema.nullable().optional(),
  countyCode: z
    .string()
    .trim()
    .max(20)
    .refine((code) => /^[1-9]\d{5}$/.test(code), 'county_code')
    .nullable()
    .optional(),
  address: z.string().max(300).nullable().optional(),
  timeZone: timeZoneSchema.default('Asia/Shanghai'),
  boundary: polygonInputSchema,
  plan: planInputSchema.default([]),
  /** The image is an upload of the caller; omitting it changes nothing. */
  planImage: planImageInputSchema.nullable().optional(),
  windowMinutes: windowMinutesSchema.default(60),
})

const records = recordEndpoints({
  path: '/collateral/web/farm',
  access: supervisorRoles,
  item: farmSchema,
  input: farmInputSchema,
  sort: ['id', 'name'],
  filters: { name: textFilter, borrowerOrgId: idSchema.optional(), countyCode: textFilter },
  about: 'Farms with their headcount',
})

export const farmEndpoints = ofNoun('farms', {
  ...records,
  addOrEdit: { ...records.addOrEdit, maxBytes: maxLongBodyBytes },
  check: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/farm/check',
    access: supervisorRoles,
    input: z.object({ id: idSchema.optional(), boundary: drawnPolygonSchema }),
    reply: polygonWarningsSchema,
    isCostly: true,
    maxBytes: maxLongBodyBytes,
    summary: 'What is odd about a boundary, before it is saved: pens of the farm that it leaves outside.',
  }),
})
