import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'
import { moneyInputSchema, moneySchema } from '../values/money.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

/** What insures the herd of a farm. */
export const insurancePolicySchema = z.object({
  ...recordFields,
  farmId: idSchema,
  insurer: z.string(),
  number: z.string(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  sumPerHead: moneySchema,
  documentId: z.uuid().nullable(),
})

export const insurancePolicyInputSchema = z
  .object({
    ...recordInput,
    farmId: idSchema,
    insurer: z.string().trim().min(1).max(100),
    number: z.string().trim().min(1).max(60),
    startsOn: z.iso.date(),
    endsOn: z.iso.date(),
    sumPerHead: moneyInputSchema,
    documentId: z.uuid().nullable().optional(),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ['endsOn'], message: 'before_start' })

export const insurancePolicyEndpoints = recordEndpoints({
  path: '/collateral/web/insurance',
  access: supervisorRoles,
  item: insurancePolicySchema,
  input: insurancePolicyInputSchema,
  sort: ['id', 'insurer', 'number', 'startsOn', 'endsOn'],
  filters: { number: z.string().max(60).optional(), farmId: idSchema.optional() },
  about: 'Insurance policies',
})
