import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { ticketKindSchema } from '../office/tickets.ts'
import { asOfInput } from './asOf.ts'
import { entryKindSchema } from './ledgerEntries.ts'
import { projectRoles } from './projectRoles.ts'

export const projectDocumentSchema = z.object({
  documentId: z.uuid(),
  name: z.string(),
  /** The entry of the ledger or the ticket that it is attached to, by its kind, or a balance of the loan. */
  entryKind: entryKindSchema.nullable(),
  ticketKind: ticketKindSchema.nullable(),
  /** The entry's, the ticket's or the balance's id. */
  ofId: idSchema,
  attachedBy: z.string().nullable(),
  attachedAt: instantSchema,
})
export type ProjectDocument = z.infer<typeof projectDocumentSchema>

/** The most that one answer has. */
export const mostDocuments = 500

export const projectDocumentEndpoints = ofNoun('projectDocuments', {
  shown: endpoint({
    method: 'GET',
    path: '/collateral/common/project/{id}/documents',
    access: projectRoles,
    input: idInput.extend(asOfInput),
    reply: z.object({ documents: z.array(projectDocumentSchema) }),
    summary: `The documents of a project’s ledger, tickets and loan, newest first, ${mostDocuments} at the most.`,
  }),
})
