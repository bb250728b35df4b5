import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { projectRoles } from '../projects/projectRoles.ts'

/** Kinds of ledger entries that remove a head and that closing an alert can draft. */
export const draftKinds = ['DEATH', 'SALE', 'THEFT'] as const

/** A head's loss reported by closing an alert. It enters the ledger only when a person completes it. */
export const ledgerDraftSchema = z.object({
  id: idSchema,
  kind: z.enum(draftKinds),
  animalId: idSchema,
  visualTag: z.string(),
  alertId: idSchema,
  /** The day on which the alert began, in the farm's time zone. */
  happenedOn: z.iso.date(),
  reason: z.string(),
  draftedBy: z.string(),
  draftedAt: instantSchema,
  /** Null while the draft is open. */
  decidedAt: instantSchema.nullable(),
  decidedBy: z.string().nullable(),
  state: z.enum(['OPEN', 'COMPLETED', 'DISCARDED']),
  discardedBecause: z.string().nullable(),
})
export type LedgerDraft = z.infer<typeof ledgerDraftSchema>

const path = '/collateral/common/project/{id}/ledger/draft'
const aDraft = idInput.extend({ draftId: z.coerce.number().pipe(idSchema) })
const reason = z.string().trim().min(1).max(500)

export const ledgerDraftEndpoints = ofNoun('ledgerDrafts', {
  list: endpoint({
    method: 'POST',
    path: `${path}/list`,
    access: projectRoles,
    input: listInput(['id', 'happenedOn', 'draftedAt'], {
      ...idInput.shape,
      state: z.enum(['OPEN', 'COMPLETED', 'DISCARDED']).optional(),
      kind: codeFilter(z.enum(draftKinds)),
    }),
    reply: listReply(ledgerDraftSchema),
    summary: 'What alerts of a project were closed with that would take heads off its ledger, newest first.',
  }),
  complete: endpoint({
    method: 'POST',
    path: `${path}/{draftId}/complete`,
    access: supervisorRoles,
    input: aDraft.extend({ happenedOn: z.iso.date(), documentId: z.uuid().nullable().optional(), reason }),
    reply: ledgerDraftSchema,
    summary:
      'Makes a draft an entry of the ledger: the head leaves the herd and the ledger at once. 409 PLEDGED for a sale: the head leaves by a release, which the bank approves and which decides the draft. 409 CONFLICT when it was decided before, or the head is no longer counted.',
  }),
  discard: endpoint({
    method: 'POST',
    path: `${path}/{draftId}/discard`,
    access: supervisorRoles,
    input: aDraft.extend({ reason }),
    reply: ledgerDraftSchema,
    summary: 'Says why a draft is no entry. 409 CONFLICT when it was decided before.',
  }),
})
