import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'
import { moneyInputSchema, moneySchema } from '../values/money.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { ofNoun } from '../calls/endpoint.ts'

/** How a policy stands today on its farm; expiring: it has no more than `expiringDays` left. */
export const policyStates = ['UPCOMING', 'RUNNING', 'EXPIRING', 'EXPIRED'] as const
export type PolicyState = (typeof policyStates)[number]
export const expiringDays = 30

/** A policy that insures animals of a farm. */
export const insurancePolicySchema = z.object({
  ...recordFields,
  farmId: idSchema,
  insurer: z.string(),
  number: z.string(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  sumPerHead: moneySchema,
  documentId: z.uuid().nullable(),
  /** Animals that it insures. */
  heads: z.number().int(),
  openClaims: z.number().int(),
  /** The farm's: a policy ends with the day there. */
  timeZone: z.string(),
  state: z.enum(policyStates),
  /** Days until its last one is over; 0 on that day, less after it. */
  daysLeft: z.number().int(),
})
export type InsurancePolicy = z.infer<typeof insurancePolicySchema>

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

export const insurancePolicyEndpoints = ofNoun('insurancePolicies', recordEndpoints({
  path: '/collateral/web/insurance',
  access: supervisorRoles,
  item: insurancePolicySchema,
  input: insurancePolicyInputSchema,
  sort: ['id', 'insurer', 'number', 'startsOn', 'endsOn', 'heads'],
  filters: { number: z.string().max(60).optional(), farmId: idSchema.optional(), animalId: idSchema.optional(), state: z.array(z.enum(policyStates)).optional() },
  about: 'Insurance policies',
}))
