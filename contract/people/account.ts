import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { endpoint, ofPersonalNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { wallScreenSchema } from './wallScreens.ts'
import { organisationKindSchema, roleSchema } from './roles.ts'
import { captchaSchema } from './auth.ts'
import { passwordSchema } from '../values/passwords.ts'
import { telephoneSchema } from '../values/telephones.ts'

/** The signed-in user, with everything the console needs to adapt to them. */
export const accountSchema = z.object({
  id: idSchema,
  userName: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  /** New mail address that takes effect once its mailed link is opened; null without one. */
  pendingEmail: z.string().nullable(),
  telephone: z.string().nullable(),
  /** New number that an administrator entered; it counts once the user confirms it. Null without one. */
  pendingTelephone: z.string().nullable(),
  role: roleSchema.nullable(),
  userOrgId: idSchema.nullable(),
  organizationRole: organisationKindSchema.nullable(),
  organizationName: z.string().nullable(),
  notifyCount: z.number().int(),
  unreadCount: z.number().int(),
  hasPassword: z.boolean(),
  /** Whether the session belongs to a wall, which can only read. */
  isDisplay: z.boolean(),
  /** Screen of the wall; null for a person's session. */
  shows: wallScreenSchema.nullable(),
  /** Time until an idle session ends, ms; null when the user stays signed in, or for a wall. */
  idleEndsInMs: z.number().int().nullable(),
  twoFactor: z.object({
    enabled: z.boolean(),
    /** `required`: the organisation requires a second factor, from `requiredFrom` (UTC day) on. A null day means since it was required. */
    required: z.boolean(),
    requiredFrom: z.iso.date().nullable(),
    /** Whether it is required by now but not set up. Until it is, all other calls fail. */
    due: z.boolean(),
    recoveryCodesLeft: z.number().int(),
  }),
  version: z.number().int(),
})
export type Account = z.infer<typeof accountSchema>

export const accountInputSchema = z.object({
  displayName: nameSchema(50),
  /**
   * A new address requires re-authentication, since its mailbox could receive password links, and takes effect once confirmed.
   * Sending the pending address again leaves it pending; sending the current address withdraws it.
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
  /** User agent of the browser. */
  agent: z.string().nullable(),
})
export type AccountSession = z.infer<typeof accountSessionSchema>

const freshLogin = z.object({ token: z.string() })
/** The password, plus a code when a second factor is enabled. A stranger at an open browser has neither. */
const proof = z.object({
  password: z.string().min(1).max(200),
  twoFactorCode: z.string().trim().min(6).max(20).optional(),
})

export const accountEndpoints = ofPersonalNoun('account', {
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
    // A user without a password leaves it empty and uses only the second factor.
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
  changeTelephone: endpoint({
    method: 'POST',
    path: '/collateral/web/account/telephone',
    access: 'signedIn',
    input: z.object({ telephone: telephoneSchema, captcha: captchaSchema }),
    reply: accountSchema,
    summary: 'Changes one’s own telephone number, proven by a code that was sent to it; other sessions end.',
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
    input: z.object({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'captcha')
        .max(20),
    }),
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
