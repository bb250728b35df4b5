import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'

/** A mail or SMS on a server without a provider. It is read with the key that the server prints at startup. */
export const outboxMessageSchema = z.object({
  id: idSchema,
  kind: z.enum(['MAIL', 'SMS']),
  at: instantSchema,
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type OutboxMessage = z.infer<typeof outboxMessageSchema>

export const outboxEndpoints = ofNoun('outbox', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/common/outbox',
    access: 'public',
    input: z.object({ key: z.string().max(200), recipient: z.string().max(200).optional() }),
    reply: z.object({ list: z.array(outboxMessageSchema) }),
    summary:
      'The newest 100 messages of a server without mail and SMS provider and for this machine alone, to who has the key that it prints at its start; NOT_FOUND where there is no outbox.',
  }),
})
