import { z } from 'zod'
import { endpoint } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'

/** A mail or SMS that nobody carries: without a provider it can be read on this machine alone. */
export const outboxMessageSchema = z.object({
  id: idSchema,
  kind: z.enum(['MAIL', 'SMS']),
  at: instantSchema,
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type OutboxMessage = z.infer<typeof outboxMessageSchema>

export const outboxEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/collateral/common/outbox',
    access: 'public',
    input: z.object({ recipient: z.string().max(200).optional() }),
    reply: z.object({ list: z.array(outboxMessageSchema) }),
    summary: 'The newest 100 messages of a server without mail and SMS provider, to callers on its own machine; NOT_FOUND otherwise.',
  }),
}
