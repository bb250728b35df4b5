import { z } from 'zod'
import { codeFilter, idSchema } from '../calls/envelope.ts'
import { moneyInputSchema, moneySchema } from '../values/money.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'

/** State of a policy today on its farm. EXPIRING: at most `expiringDays` left. */
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
  /** Number of insured animals. */
  heads: z.number().int(),
  openClaims: z.number().int(),
  /** Time zone of the farm; the policy ends at the end of the last day there. */
  timeZone: z.string(),
  state: z.enum(policyStates),
  /** Days until the last day; 0 on that day, negative after it. */
  daysLeft: z.number().int(),
})
export type InsurancePolicy = z.infer<typeof insurancePolicySchema>

/** Whether another policy may insure the same animals on the same days. */
const allowsTwice = z.boolean().optional()

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
    allowsTwice,
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ['endsOn'], message: 'before_start' })

const path = '/collateral/web/insurance'
const calls = recordEndpoints({
  path,
  access: supervisorRoles,
  item: insurancePolicySchema,
  input: insurancePolicyInputSchema,
  sort: ['id', 'insurer', 'number', 'startsOn', 'endsOn', 'heads'],
  filters: {
    number: z.string().max(60).optional(),
    farmId: idSchema.optional(),
    animalId: idSchema.optional(),
    state: codeFilter(z.enum(policyStates)),
  },
  about: 'Insurance policies',
})

export const insurancePolicyEndpoints = ofNoun('insurancePolicies', {
  ...calls,
  addOrEdit: endpoint({
    ...calls.addOrEdit,
    summary:
      'Adds one, or changes the one whose id is given. 409 where by its days another policy insures one of its animals, too, unless that is allowed.',
  }),
  restore: endpoint({
    ...calls.restore,
    input: idInput.extend({ allowsTwice }),
    summary:
      'Takes one out of the recycle bin. 409 where another policy insures one of its animals meanwhile, unless that is allowed.',
  }),
})
