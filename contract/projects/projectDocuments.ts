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
  /**
   * Kind of the ledger entry or ticket that the document is attached to. If both are null, it belongs to the project when `about` is set, else to a
   * loan balance.
   */
  entryKind: entryKindSchema.nullable(),
  ticketKind: ticketKindSchema.nullable(),
  /** Description of a project document, by the person who added it. */
  about: z.string().nullable(),
  /** Id of the entry, ticket, balance or attachment. */
  ofId: idSchema,
  attachedBy: z.string().nullable(),
  attachedAt: instantSchema,
})
export type ProjectDocument = z.infer<typeof projectDocumentSchema>

/** Maximum documents of one reply. */
export const maxShownDocuments = 500

export const projectDocumentEndpoints = ofNoun('projectDocuments', {
  shown: endpoint({
    method: 'GET',
    path: '/collateral/common/project/{id}/documents',
    access: projectRoles,
    input: idInput.extend(asOfInput),
    reply: z.object({ documents: z.array(projectDocumentSchema) }),
    summary: `The documents of a project, its ledger, tickets and loan, newest first, ${maxShownDocuments} at the most.`,
  }),
  add: endpoint({
    method: 'POST',
    path: '/collateral/common/project/{id}/document/new',
    access: logWriterRoles,
    input: idInput.extend({
      /** A document uploaded by the caller. */
      documentId: z.uuid(),
      about: z.string().trim().min(1).max(200),
    }),
    reply: projectDocumentSchema,
    summary:
      'Adds a document to a running project, for who may write its daily logs. It is sealed, and never taken away. 409 CONFLICT where the project has it already, or does not run.',
  }),
})
