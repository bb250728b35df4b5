import { z } from 'zod'
import { endpoint, ofPersonalNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantInputSchema, instantSchema, textFilter } from '../calls/envelope.ts'
import { idInput, recordDetail, recordFields, recordHistory, recordInput, recordList } from '../calls/records.ts'
import { nameSchema } from '../values/names.ts'
import { networkSchema } from '../values/networks.ts'
import { organisationAdminRoles } from './roles.ts'

/** Start of every API key. Secret scanners recognise a key by it and by its checksum (server/auth/keySecrets.ts). */
export const keyPrefix = 'drover_'

/** Maximum lifetime of an API key, counted from its last change, days. */
export const maxKeyDays = 366
/** Maximum time for which the secret before a rotation stays valid, hours. */
export const maxOverlapHours = 7 * 24
/** A key's administrators are reminded this long before it expires, days. */
export const keyReminderDays = 14
/** Calls of one key: a burst, then one more per interval (ms). */
export const keyRate = { burst: 120, intervalMs: 200 } as const
/** Maximum keys of one organisation that are not revoked. */
export const maxKeys = 50

export const apiKeyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
export const apiKeyStateSchema = z.enum(apiKeyStates)
export type ApiKeyState = z.infer<typeof apiKeyStateSchema>

const keyFields = {
  name: nameSchema(100),
  /** What it may do: `noun:read` or `noun:write`, for nouns of the API. */
  scopes: z
    .array(
      z
        .string()
        .max(60)
        .regex(/^[a-zA-Z]+:(read|write)$/),
    )
    .min(1)
    .max(200),
  /** Addresses and networks that it may be used from (`203.0.113.0/24`, `2001:db8::/32`); empty: from anywhere. */
  networks: z.array(networkSchema).max(50),
}

/** A key of an organisation for its machines. It sees what the organisation's administrator would, within its scopes. */
export const apiKeySchema = z.object({
  ...recordFields,
  organisationId: idSchema,
  ...keyFields,
  /** Start of the newest secret. */
  hint: z.string(),
  state: apiKeyStateSchema,
  expiresAt: instantSchema,
  /** Until when the secret before the last rotation stays valid; null when it no longer is. */
  previousUntil: instantSchema.nullable(),
  /** To the minute. */
  lastUsedAt: instantSchema.nullable(),
  lastUsedAddress: z.string().nullable(),
  createdAt: instantSchema,
  createdBy: z.string().nullable(),
  revokedAt: instantSchema.nullable(),
  revokedBy: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** A key with its secret, which only the answer to adding or rotating it contains. */
export const apiKeySecretSchema = apiKeySchema.extend({ secret: z.string().nullable() })

const path = '/collateral/web/apiKey'
const access = [...organisationAdminRoles, 'ADMIN_PLATFORM'] as const

export const apiKeyEndpoints = ofPersonalNoun('apiKeys', {
  list: recordList({
    path,
    access,
    item: apiKeySchema,
    sort: ['id', 'name', 'expiresAt', 'lastUsedAt', 'createdAt'],
    filters: { name: textFilter, state: codeFilter(apiKeyStateSchema) },
    about: 'The API keys of one’s own organisation',
  }),
  detail: recordDetail(path, access, apiKeySchema),
  history: recordHistory(path, access),
  scopes: endpoint({
    method: 'GET',
    path: `${path}/scopes`,
    access,
    input: z.object({}),
    reply: z.object({ list: z.array(z.string()) }),
    summary: 'The scopes that a key of one’s own organisation can have.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: `${path}/addOrEdit`,
    access,
    input: z.object({ ...recordInput, ...keyFields, expiresAt: instantInputSchema }),
    reply: apiKeySecretSchema,
    summary: `Adds a key, whose secret only this answer contains; or changes one. It expires within ${maxKeyDays} days.`,
  }),
  rotate: endpoint({
    method: 'PUT',
    path: `${path}/{id}/rotate`,
    access,
    input: idInput.extend({
      /** How long the old secret stays valid, hours. */
      overlapHours: z.number().int().min(0).max(maxOverlapHours),
    }),
    reply: apiKeySecretSchema,
    summary: `Gives a key a new secret, which only this answer contains. The old one stays valid for up to ${maxOverlapHours} hours.`,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/del/{id}`,
    access,
    input: idInput,
    reply: z.object({}),
    summary: 'Ends a key and all its secrets at once.',
  }),
})
