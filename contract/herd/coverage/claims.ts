import { z } from 'zod'
import { endpoint, ofNoun } from '../../calls/endpoint.ts'
import { codeFilter, idSchema } from '../../calls/envelope.ts'
import { recordEndpoints, recordFields, recordInput } from '../../calls/records.ts'
import { supervisorRoles } from '../../people/roles.ts'
import { moneyInputSchema, moneySchema } from '../../values/money.ts'

/** A claim is open until the insurer pays or refuses it; then it is final. */
export const claimStatuses = ['OPEN', 'PAID', 'REFUSED'] as const
export type ClaimStatus = (typeof claimStatuses)[number]

export const claimSchema = z.object({
  ...recordFields,
  policyId: idSchema,
  farmId: idSchema,
  animalIds: z.array(idSchema),
  happenedOn: z.iso.date(),
  cause: z.string(),
  amount: moneySchema,
  documentId: z.uuid().nullable(),
  status: z.enum(claimStatuses),
  decidedOn: z.iso.date().nullable(),
  paidAmount: moneySchema.nullable(),
  note: z.string().nullable(),
})
export type Claim = z.infer<typeof claimSchema>

export const claimInputSchema = z.object({
  ...recordInput,
  policyId: idSchema,
  animalIds: z.array(idSchema).min(1).max(200),
  happenedOn: z.iso.date(),
  cause: z.string().trim().min(1).max(500),
  amount: moneyInputSchema,
  documentId: z.uuid().nullable().optional(),
})

export const claimDecisionSchema = z
  .object({
    ids: z.array(idSchema).length(1),
    status: z.enum(['PAID', 'REFUSED']),
    decidedOn: z.iso.date(),
    paidAmount: moneyInputSchema.nullable().optional(),
    reason: z.string().trim().min(1).max(500),
  })
  .refine(({ status, paidAmount }) => (status === 'PAID') === (paidAmount != null), {
    path: ['paidAmount'],
    message: 'required',
  })

const path = '/collateral/web/claim'
const { list, detail, addOrEdit, remove, history } = recordEndpoints({
  path,
  access: supervisorRoles,
  item: claimSchema,
  input: claimInputSchema,
  sort: ['id', 'happenedOn', 'decidedOn', 'amount'],
  filters: {
    policyId: idSchema.optional(),
    farmId: idSchema.optional(),
    animalId: idSchema.optional(),
    status: codeFilter(z.enum(claimStatuses)),
  },
  about: 'Insurance claims',
})

/** Claims have no recycle bin: an open claim can be withdrawn, a decided one stays. */
export const claimEndpoints = ofNoun('claims', {
  list,
  detail,
  addOrEdit,
  remove,
  history,
  decide: endpoint({
    method: 'PUT',
    path: `${path}/decide`,
    access: supervisorRoles,
    input: claimDecisionSchema,
    reply: z.object({ changed: z.number().int() }),
    summary: 'Notes that the insurer paid or refused a claim, for good. 409 NOT_OPEN where that was noted before.',
  }),
})
