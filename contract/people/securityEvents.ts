import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'

export const securityEventKinds = [
  'SIGN_IN', 'SIGN_IN_FAILED', 'PROOF', 'PROOF_FAILED', 'REFUSED', 'THROTTLED', 'EXPORT', 'SESSION_ENDED', 'COMMAND', 'PLEDGE_CHECK',
] as const
export const securityEventKindSchema = z.enum(securityEventKinds)
export type SecurityEventKind = z.infer<typeof securityEventKindSchema>

/** Actions with a limit for each network, organisation or user, or for all strangers, as the row of a throttle names them. */
export const limitedActions = ['sms', 'registration', 'mail', 'link', 'display', 'image', 'document', 'pledgeCheck', 'seal', 'feedback', 'feedbackOfStrangers'] as const
export type LimitedAction = (typeof limitedActions)[number]

export const securityEventSchema = z.object({
  id: idSchema,
  at: instantSchema,
  kind: securityEventKindSchema,
  userId: idSchema.nullable(),
  /** As it was typed, where nobody of it is known. */
  userName: z.string().nullable(),
  address: z.string().nullable(),
  /** The browser as it named itself. */
  agent: z.string().nullable(),
  /** By which way, why, or which call: `account`, `BAD_CREDENTIALS`, `EXPIRED`, `POST /collateral/web/user/list`. */
  what: z.string(),
  /** Events alike, from the same network, that were left out before it. */
  skipped: z.number().int(),
})
export type SecurityEvent = z.infer<typeof securityEventSchema>

export const securityEventEndpoints = ofNoun('securityEvents', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/securityEvent/list',
    access: ['ADMIN_PLATFORM'],
    input: listInput(['id'], {
      name: z.string().max(100).optional(),
      kind: z.array(securityEventKindSchema).optional(),
      from: instantInputSchema.optional(),
      to: instantInputSchema.optional(),
    }),
    reply: listReply(securityEventSchema),
    summary: 'Sign-ins, failures, refusals, throttles, exports, ends of sessions, commands and checks of pledges, newest first. `name` is looked for in user names and addresses.',
  }),
})
