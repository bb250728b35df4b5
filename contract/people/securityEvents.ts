import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantInputSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'

export const securityEventKinds = [
  'SIGN_IN',
  'SIGN_IN_FAILED',
  'PROOF',
  'PROOF_FAILED',
  'REFUSED',
  'THROTTLED',
  'EXPORT',
  'SESSION_ENDED',
  'COMMAND',
  'PLEDGE_CHECK',
  'API_KEY',
  'API_KEY_REFUSED',
] as const
export const securityEventKindSchema = z.enum(securityEventKinds)
export type SecurityEventKind = z.infer<typeof securityEventKindSchema>

/** Rate-limited actions, by network, organisation or user, or for all unauthenticated callers together. Throttle rows use these names. */
export const limitedActions = [
  'sms',
  'registration',
  'mail',
  'link',
  'issuer',
  'display',
  'image',
  'document',
  'pledgeCheck',
  'seal',
  'feedback',
  'feedbackOfStrangers',
] as const
export type LimitedAction = (typeof limitedActions)[number]

export const securityEventSchema = z.object({
  id: idSchema,
  at: instantSchema,
  kind: securityEventKindSchema,
  userId: idSchema.nullable(),
  /** As typed, when no such user exists. */
  userName: z.string().nullable(),
  address: z.string().nullable(),
  /** User agent of the browser. */
  agent: z.string().nullable(),
  /** Method, reason or call of the event: `account`, `BAD_CREDENTIALS`, `EXPIRED`, `POST /collateral/web/user/list`. */
  what: z.string(),
  /** Number of similar events from the same network that were left out before this one. */
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
      kind: codeFilter(securityEventKindSchema),
      from: instantInputSchema.optional(),
      to: instantInputSchema.optional(),
    }),
    reply: listReply(securityEventSchema),
    summary:
      'Sign-ins, failures, refusals, throttles, exports, ends of sessions, commands and checks of pledges, newest first. `name` is looked for in user names and addresses.',
  }),
})
