import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { wallScreenSchema } from './wallScreens.ts'
import { organisationKindSchema, roleSchema } from './roles.ts'
import { passwordSchema } from '../values/passwords.ts'

/** The signed-in user, as the console shows and obeys them. */
export const accountSchema = z.object({
  id: idSchema,
  userName: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  /** The address that was asked for and counts once the link mailed to it is followed; null: none. */
  pendingEmail: z.string().nullable(),
  telephone: z.string().nullable(),
  role: roleSchema.nullable(),
  userOrgId: idSchema.nullable(),
  organizationRole: organisationKindSchema.nullable(),
  organizationName: z.string().nullable(),
  notifyCount: z.number().int(),
  unreadCount: z.number().int(),
  hasPassword: z.boolean(),
  /** The session is a wall's: it only reads. */
  isDisplay: z.boolean(),
  /** What that wall shows; null: the session is a person's. */
  shows: wallScreenSchema.nullable(),
  /** Ms until the session ends unless somebody acts; null: it is kept signed in, or a wall's. */
  idleEndsInMs: z.number().int().nullable(),
  twoFactor: z.object({
    enabled: z.boolean(),
    /** The organisation requires it, from a day (UTC) on; null: ever since it does. */
    required: z.boolean(),
    requiredFrom: z.iso.date().nullable(),
    /** It is required by now and not set up: until it is, nothing else can be called. */
    due: z.boolean(),
    recoveryCodesLeft: z.number().int(),
  }),
  version: z.number().int(),
})
export type Account = z.infer<typeof accountSchema>

export const accountInputSchema = z.object({
  displayName: z.string().trim().min(1).max(50),
  /**
   * Another one needs a proof, since whoever reads its mail can set a new password, and counts once it is confirmed. The one that
   * waits for that goes on waiting; the one that holds withdraws it.
   */
  email: z.email().max(200).nullable(),
  version: z.number().int(),
})

export const accountSessionSchema = z.object({
  id: idSchema,
  isThis: z.boolean(),
  createdAt: instantSchema,
  usedAt: instantSchema,
  expiresAt: instantSchema,
  address: z.string().nullable(),
  /** The browser as it named itself. */
  agent: z.string().nullable(),
})
export type AccountSession = z.infer<typeof accountSessionSchema>

const freshLogin = z.object({ token: z.string() })
/** The password, and where a second factor is in force a code of it: who has found an open browser has neither. */
const proof = z.object({ password: z.string().min(1).max(200), twoFactorCode: z.string().trim().min(6).max(20).optional() })

export const accountEndpoints = ofNoun('account', {
  profile: endpoint({
    method: 'GET',
    path: '/collateral/app/profile/user',
    access: 'signedIn',
    input: z.object({}),
    reply: accountSchema,
    summary: 'Who is signed in.',
  }),
  prove: endpoint({
    method: 'POST',
    path: '/collateral/web/account/prove',
    access: 'signedIn',
    // A user without a password leaves it empty and proves it by the second factor alone.
    input: proof.extend({ password: z.string().max(200) }),
    reply: z.object({ forSeconds: z.number().int() }),
    summary: 'Proves once more who is signed in; what answers PROOF_REQUIRED is open for some minutes after it.',
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/collateral/web/account/edit',
    access: 'signedIn',
    input: accountInputSchema,
    reply: accountSchema,
    summary: 'Changes one’s own name; another e-mail address counts once the link mailed to it is followed.',
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/collateral/web/account/password',
    access: 'signedIn',
    input: z.object({ oldPassword: z.string().max(200), password: passwordSchema }),
    reply: freshLogin,
    summary: 'Changes one’s own password: every session ends, and the answer’s token goes on.',
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/collateral/web/account/sessions',
    access: 'signedIn',
    input: z.object({}),
    reply: z.object({ list: z.array(accountSessionSchema) }),
    summary: 'Where one is signed in.',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/collateral/web/account/session/{id}',
    access: 'signedIn',
    input: idInput,
    reply: z.object({}),
    summary: 'Ends one of one’s own sessions, and its sockets.',
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/collateral/web/account/sessions/endOthers',
    access: 'signedIn',
    input: z.object({}),
    reply: z.object({ ended: z.number().int() }),
    summary: 'Ends all of one’s own sessions but this one.',
  }),
  beginTwoFactor: endpoint({
    method: 'POST',
    path: '/collateral/web/account/twoFactor/begin',
    access: 'signedIn',
    input: proof,
    reply: z.object({ secret: z.string(), uri: z.string() }),
    summary: 'Makes a new secret for an authenticator; it is in force once a code of it is confirmed.',
  }),
  confirmTwoFactor: endpoint({
    method: 'POST',
    path: '/collateral/web/account/twoFactor/confirm',
    access: 'signedIn',
    input: z.object({ code: z.string().trim().regex(/^\d{6}$/, 'captcha') }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    summary: 'Puts the new secret in force and answers recovery codes, each good for one login.',
  }),
  endTwoFactor: endpoint({
    method: 'POST',
    path: '/collateral/web/account/twoFactor/end',
    access: 'signedIn',
    input: proof,
    reply: z.object({}),
    summary: 'Ends the second factor, where the organisation does not require it.',
  }),
})
