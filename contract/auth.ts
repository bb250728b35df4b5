import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idSchema } from './envelope.ts'
import { organisationKindSchema, roleSchema } from './roles.ts'

export const loginInputSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('account'),
    userName: z.string().min(1).max(100),
    password: z.string().min(1).max(200),
    autoLogin: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('mobile'),
    telephone: z.string().min(1).max(30),
    captcha: z.string().min(1).max(20),
    autoLogin: z.boolean().optional(),
  }),
])

export const loginSchema = z.object({
  role: roleSchema,
  token: z.string(),
  userOrgId: idSchema.nullable(),
  organizationRole: organisationKindSchema.nullable(),
  organizationName: z.string().nullable(),
})
export type Login = z.infer<typeof loginSchema>

export const authEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/login/user',
    access: 'public',
    input: loginInputSchema,
    reply: loginSchema,
    summary: 'Signs a user in and answers the token that every other call carries.',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/collateral/common/auth/logout',
    access: 'signedIn',
    input: z.object({}),
    reply: z.object({}),
    summary: 'Ends the session of the token it is called with, and its sockets.',
  }),
}
