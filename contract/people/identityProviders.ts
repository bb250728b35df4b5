import { z } from 'zod'
import { endpoint, ofPersonalNoun } from '../calls/endpoint.ts'
import { instantSchema } from '../calls/envelope.ts'
import { recordDetail, recordFields, recordInput } from '../calls/records.ts'
import { organisationAdminRoles, roleSchema } from './roles.ts'

/** Minutes within which a sign-in at an identity provider must return. */
export const issuerSignInMinutes = 10
/** Start of the TXT record that proves a mail domain, before its token. */
export const domainProofPrefix = 'drover-verification='

/** A mail domain in lower case: `bank.example`. The fault is `domain`. */
export const mailDomainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'domain')

/** Why an identity provider's answer opened no account. */
export const issuerFaults = ['denied', 'unreachable', 'answer', 'email', 'domain', 'account', 'role'] as const
export type IssuerFault = (typeof issuerFaults)[number]

const providerFields = {
  /** Address of the issuer, below which `/.well-known/openid-configuration` lies. */
  issuer: z.url({ protocol: /^https?$/, hostname: z.regexes.hostname }).max(300),
  clientId: z.string().trim().min(1).max(200),
  /** Claim with the user's groups; null: roles are given in Drover. */
  roleClaim: z.string().trim().min(1).max(100).nullable(),
  /** Role of each group. The first group that the user has counts; without one, the user may not sign in. */
  roles: z.array(z.object({ group: z.string().trim().min(1).max(200), role: roleSchema })).max(20),
  /** Whether users other than administrators must sign in here. */
  isRequired: z.boolean(),
}

/** Where the users of an organisation sign in by OpenID Connect. */
export const identityProviderSchema = z.object({
  ...recordFields,
  ...providerFields,
  hasClientSecret: z.boolean(),
  domains: z.array(
    z.object({
      domain: z.string(),
      /** Text of the TXT record that proves the domain. */
      proof: z.string(),
      /** Host of that record. */
      proofHost: z.string(),
      verifiedAt: instantSchema.nullable(),
    }),
  ),
})
export type IdentityProvider = z.infer<typeof identityProviderSchema>

const path = '/collateral/web/identityProvider'
const access = organisationAdminRoles

export const identityProviderEndpoints = ofPersonalNoun('identityProviders', {
  shown: endpoint({
    method: 'GET',
    path: `${path}/shown`,
    access,
    input: z.object({}),
    reply: z.object({
      provider: identityProviderSchema.nullable(),
      /** Address to register at the provider as the redirect URI. */
      redirectAddress: z.string(),
    }),
    summary: 'The identity provider of one’s own organisation.',
  }),
  detail: recordDetail(path, access, identityProviderSchema),
  addOrEdit: endpoint({
    method: 'PUT',
    path: `${path}/addOrEdit`,
    access,
    input: z.object({
      ...recordInput,
      ...providerFields,
      /** Absent: the stored one stays. Null: a client without one. */
      clientSecret: z.string().trim().min(1).max(500).nullish(),
      domains: z.array(mailDomainSchema).max(20),
    }),
    reply: identityProviderSchema,
    summary: 'Names the identity provider of one’s own organisation, or changes it. Its metadata must be reachable.',
  }),
  verifyDomain: endpoint({
    method: 'POST',
    path: `${path}/verifyDomain`,
    access,
    input: z.object({ domain: mailDomainSchema }),
    reply: identityProviderSchema,
    summary: 'Looks up the TXT record of a mail domain. Users of a verified domain are recognised by their e-mail.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/del`,
    access,
    input: z.object({}),
    reply: z.object({}),
    summary: 'Removes the identity provider of one’s own organisation. Sessions that began there end.',
  }),
})
