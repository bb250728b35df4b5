import { z } from 'zod'
import { endpoint, maxLongBodyBytes, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantInputSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

export const entryKinds = [
  'OPENING',
  'BIRTH',
  'PURCHASE',
  'TRANSFER',
  'DEATH',
  'SALE',
  'SLAUGHTER',
  'THEFT',
  'RELEASE',
  'SUBSTITUTION',
  'CORRECTION',
] as const
export const entryKindSchema = z.enum(entryKinds)
export type EntryKind = z.infer<typeof entryKindSchema>

/** Losses of pledged animals, which become ledger entries when recorded. All other kinds come from tickets. */
export const lossKinds = ['DEATH', 'THEFT', 'SALE', 'SLAUGHTER'] as const satisfies readonly EntryKind[]
/** Losses that require a document. */
export const documentedKinds: readonly EntryKind[] = ['SALE', 'SLAUGHTER']

/** An entry recorded this long after it happened is late, ms. */
export const lateAfterMs = 24 * 3_600_000

/** How long a document of a loss or of a head counted again may follow, ms. */
export const documentDueMs = 3 * 24 * 3_600_000

export const ledgerEntrySchema = z.object({
  id: idSchema,
  kind: entryKindSchema,
  /** Heads added (positive) or removed (negative). */
  heads: z.number().int(),
  /** Heads on the project's ledger after this entry. */
  balance: z.number().int(),
  lineId: idSchema,
  categoryId: idSchema,
  /** Ear tags of the first ten heads. */
  tags: z.array(z.string()),
  reason: z.string(),
  documentId: z.uuid().nullable(),
  ticketId: idSchema.nullable(),
  correctsId: idSchema.nullable(),
  /** Heads of this entry that were corrected later. */
  corrected: z.number().int(),
  recordedBy: z.string().nullable(),
  happenedAt: instantSchema,
  /** The day of a loss in the project's time zone, because its hour is unknown. Null: `happenedAt` is exact. */
  happenedOn: z.iso.date().nullable(),
  recordedAt: instantSchema,
  /** Until when a missing document must follow, by recording the animals' status again with it; null when none is missing. */
  documentDueAt: instantSchema.nullable(),
  isLate: z.boolean(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

const path = '/collateral/common/project/{id}/ledger'
const reason = z.string().trim().min(1).max(500)

export const ledgerEntryEndpoints = ofNoun('ledgerEntries', {
  list: endpoint({
    method: 'POST',
    path: `${path}/list`,
    access: projectRoles,
    input: listInput(['id', 'happenedAt', 'recordedAt'], {
      ...idInput.shape,
      kind: codeFilter(entryKindSchema),
      tag: z.string().max(60).optional(),
      isLate: z.boolean().optional(),
      ids: z.array(idSchema).max(1000).optional(),
      recordedFrom: instantInputSchema.optional(),
      recordedTo: instantInputSchema.optional(),
      ...asOfInput,
    }),
    reply: listReply(ledgerEntrySchema),
    summary: 'The headcount ledger of a project, newest first, now or at a moment of the past.',
  }),
  add: endpoint({
    method: 'POST',
    path: `${path}/new`,
    access: supervisorRoles,
    input: idInput.extend({
      kind: z.enum(lossKinds),
      animalIds: z.array(idSchema).min(1).max(1000),
      /** The day of the loss, in the farm's time zone. */
      happenedOn: z.iso.date(),
      documentId: z.uuid().nullable().optional(),
      reason,
    }),
    reply: z.object({ changed: z.number().int() }),
    summary:
      'Notes what befell heads of a project: they leave the herd and the ledger at once. Sale and slaughter need a release that the bank agrees to.',
  }),
  correct: endpoint({
    method: 'POST',
    path: `${path}/{entryId}/correct`,
    access: ['SUPERVISOR_PM'],
    input: idInput.extend({
      entryId: z.coerce.number().pipe(idSchema),
      /** The wrong heads of the entry; defaults to all. */
      animalIds: z.array(idSchema).min(1).max(10_000).optional(),
      documentId: z.uuid().nullable().optional(),
      reason,
    }),
    reply: z.object({ changed: z.number().int() }),
    maxBytes: maxLongBodyBytes,
    summary:
      'Counts heads again that an entry took off. 409 where one of them was counted otherwise since, and PLEDGED for heads that an entry added: the bank agrees to their release.',
  }),
})
