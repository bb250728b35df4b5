import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { endpoint, ofPersonalNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { loginSchema } from './auth.ts'
import { wallScreenSchema } from './wallScreens.ts'

/** Validity of a wall's pairing code, seconds. */
export const displayCodeSeconds = 600

/** A paired wall. It can read what its organisation sees, until it is removed. */
export const displaySchema = z.object({
  id: idSchema,
  name: z.string(),
  shows: wallScreenSchema,
  /** Display name of the user who paired it. */
  pairedBy: z.string(),
  pairedAt: instantSchema,
  /** Null until it has fetched its token. */
  lastSeenAt: instantSchema.nullable(),
  address: z.string().nullable(),
  /** User agent of the browser. */
  agent: z.string().nullable(),
})
export type Display = z.infer<typeof displaySchema>

/** A code as a person types it; case, blanks and hyphens are ignored. */
const codeSchema = z
  .string()
  .max(40)
  .transform((text) => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
  .refine((code) => code.length === 8, 'display_code')

/** Roles that may pair a wall of their organisation: its administrators and project managers. */
const access = ['ADMIN_SUPERVISOR', 'SUPERVISOR_PM', 'ADMIN_BANK', 'ADMIN_BORROWER'] as const

export const displayEndpoints = ofPersonalNoun('displays', {
  begin: endpoint({
    method: 'POST',
    path: '/collateral/common/display/code',
    access: 'public',
    input: z.object({}),
    reply: z.object({ code: z.string(), secret: z.string(), validSeconds: z.number().int() }),
    summary: 'Answers a code for a wall to show, and a secret by which it fetches its token.',
  }),
  claim: endpoint({
    method: 'POST',
    path: '/collateral/common/display/claim',
    access: 'public',
    input: z.object({ secret: z.string().min(20).max(200) }),
    reply: z.object({ login: loginSchema.extend({ shows: wallScreenSchema }).nullable() }),
    summary: 'The token of a wall whose code was confirmed, once; null while it waits.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/collateral/web/display/list',
    access,
    input: z.object({}),
    reply: z.object({ list: z.array(displaySchema) }),
    summary: 'The walls of one’s organisation.',
  }),
  pair: endpoint({
    method: 'PUT',
    path: '/collateral/web/display/pair',
    access,
    input: z.object({
      code: codeSchema,
      name: nameSchema(50),
      shows: wallScreenSchema.default('MONITOR'),
    }),
    reply: displaySchema,
    summary:
      'Confirms the code that a wall shows: it may then read what the caller sees on the monitor, or on that of projects.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/display/del/{id}',
    access,
    input: idInput,
    reply: z.object({}),
    summary: 'Ends a wall of one’s organisation, and its sockets.',
  }),
})
