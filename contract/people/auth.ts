import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { endpoint, ofPersonalNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { passwordSchema } from '../values/passwords.ts'
import { organisationKindSchema, registrableKinds, roleSchema } from './roles.ts'
import { creditCodeSchema } from '../values/creditCodes.ts'
import { telephoneSchema } from '../values/telephones.ts'
import { userNameSchema } from './userNames.ts'

/** Seconds until another code can be sent to the same telephone, and until a code expires. */
export const smsCodeAgainSeconds = 60
export const smsCodeSeconds = 300
/** Maximum attempts per code. */
export const smsCodeTries = 5
/** Validity of an activation link, hours. */
export const activationHours = 24

export const captchaSchema = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'captcha')
  .max(20)
/** The six digits of an authenticator, or a recovery code. */
const secondFactor = { twoFactorCode: z.string().trim().min(6).max(20).optional(), autoLogin: z.boolean().optional() }

export const loginInputSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('account'),
    userName: z.string().min(1).max(100),
    password: z.string().min(1).max(200),
    ...secondFactor,
  }),
  z.object({
    type: z.literal('mobile'),
    telephone: z.string().min(1).max(40),
    captcha: z.string().min(1).max(20),
    ...secondFactor,
  }),
])

export const loginSchema = z.object({
  /** Null for a user without a role, who may open the monitor. */
  role: roleSchema.nullable(),
  token: z.string(),
  userOrgId: idSchema.nullable(),
  organizationRole: organisationKindSchema.nullable(),
  organizationName: z.string().nullable(),
})
export type Login = z.infer<typeof loginSchema>

export const registrationInputSchema = z.object({
  organizationRole: z.enum(registrableKinds),
  organizationName: nameSchema(100, 2),
  creditCode: creditCodeSchema,
  contact: nameSchema(50),
  address: z.string().trim().min(1).max(200),
  /** Id from the reply of the image upload. */
  licenceImageId: z.uuid(),
  userName: userNameSchema,
  password: passwordSchema,
  email: z.email().max(200),
  telephone: telephoneSchema,
  captcha: captchaSchema,
})

const linkToken = z.string().min(20).max(200)

export const authEndpoints = ofPersonalNoun('auth', {
  login: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/login/user',
    access: 'public',
    input: loginInputSchema,
    reply: loginSchema,
    summary: 'Signs a user in and answers the token that every other call carries.',
  }),
  beginIssuer: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/issuer/begin',
    access: 'public',
    input: z.object({ email: z.email().max(200) }),
    reply: z.object({ address: z.string() }),
    summary: 'Returns the address where a user of a mail domain signs in at the organisation’s identity provider.',
  }),
  finishIssuer: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/issuer/finish',
    access: 'public',
    input: z.object({
      state: z.string().min(20).max(200),
      code: z.string().max(4000).optional(),
      /** The issuer that the provider names in its answer (RFC 9207). */
      iss: z.string().max(300).optional(),
      /** The provider's error instead of a code. */
      error: z.string().max(200).optional(),
      twoFactorCode: z.string().trim().min(6).max(20).optional(),
    }),
    reply: loginSchema,
    summary: 'Signs in with the answer of an identity provider, in the browser that began it.',
  }),
  sendSmsCode: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/sendSmsCode',
    access: 'public',
    input: z.object({ telephone: telephoneSchema, smsType: z.literal('LOGIN').default('LOGIN') }),
    reply: z.object({ againSeconds: z.number().int(), validSeconds: z.number().int() }),
    summary: 'Sends a code that proves whose telephone it is, for a login or a registration.',
  }),
  register: endpoint({
    method: 'PUT',
    path: '/collateral/web/auth/register/organization',
    access: 'public',
    input: registrationInputSchema,
    reply: z.object({ email: z.string() }),
    summary: 'Registers an organisation and its administrator; an activation mail goes to the address.',
  }),
  activate: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/activate',
    access: 'public',
    input: z.object({ token: linkToken }),
    reply: z.object({ organizationName: z.string() }),
    summary: 'Activates a registration by the token of its mail; its approval is then asked for.',
  }),
  sendActivation: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/activate/send',
    access: 'public',
    input: z.object({ email: z.email().max(200) }),
    reply: z.object({}),
    summary: 'Sends the activation mail again, if there is a registration that waits for it.',
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/password/forgot',
    access: 'public',
    input: z.object({ email: z.email().max(200) }),
    reply: z.object({}),
    summary: 'Mails a link to set a new password, if the address is somebody’s.',
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/password/reset',
    access: 'public',
    input: z.object({ token: linkToken, password: passwordSchema }),
    reply: z.object({ userName: z.string() }),
    summary: 'Sets a new password by the token of a mail, and ends the user’s sessions.',
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/email/confirm',
    access: 'public',
    input: z.object({ token: linkToken }),
    reply: z.object({ email: z.string() }),
    summary: 'Puts a changed e-mail address in force by the token of the mail that went there.',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/logout',
    access: 'signedIn',
    input: z.object({}),
    reply: z.object({}),
    summary: 'Ends the session of the token it is called with, and its sockets.',
  }),
})
