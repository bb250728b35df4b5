import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { ticketKindSchema } from '../office/tickets.ts'
import { asOfInput } from './asOf.ts'
import { entryKindSchema } from './ledgerEntries.ts'
import { logWriterRoles, projectRoles } from './projectRoles.ts'

export const projectDocumentSchema = z.object({
  documentId: z.uuid(),
  name: z.string(),
  /** The entry of the ledger or the ticket that it is attached to, by its kind; the project itself where `about` says why, else a balance of the loan. */
  entryKind: entryKindSchema.nullable(),
  ticketKind: ticketKindSchema.nullable(),
  /** The subject of a document of the project itself, by the person who added it. */
  about: z.string().nullable(),
  /** The entry's, the ticket's, the balance's or the attachment's id. */
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
    summary: `The documents of a project, its ledger, tickets and loan, newest first, ${mostDocuments} at the most.`,
  }),
  add: endpoint({
    method: 'POST',
    path: '/collateral/common/project/{id}/document/new',
    access: logWriterRoles,
    input: idInput.extend({
      /** A document that the caller uploaded. */
      documentId: z.uuid(),
      about: z.string().trim().min(1).max(200),
    }),
    reply: projectDocumentSchema,
    summary: 'Adds a document to a running project, for who may write its daily logs. It is sealed, and never taken away. 409 CONFLICT where the project has it already, or does not run.',
  }),
})
