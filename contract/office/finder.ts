import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { roleSchema } from '../people/roles.ts'
import { ticketKindSchema } from './tickets.ts'

/** Fields searched in addition to names: an electronic tag, a telephone number and the like. */
export const matchedFields = ['electronicTag', 'userName', 'telephone', 'email', 'creditCode'] as const

/** A record that matches the text. */
export const findingSchema = z.object({
  kind: z.enum(['farm', 'animal', 'project', 'organisation', 'user', 'ticket']),
  id: idSchema,
  name: z.string(),
  /** Distinguishes records of the same name: an animal's farm, a project's code, a user's organisation, a ticket's author. */
  hint: z.string(),
  /** The farm to show for it; null without one. */
  farmId: idSchema.nullable(),
  /** The matching field, when neither the name nor the hint matches. */
  matched: z.object({ field: z.enum(matchedFields), text: z.string() }).nullable(),
  role: roleSchema.nullish(),
  ticketKind: ticketKindSchema.nullish(),
})
export type Finding = z.infer<typeof findingSchema>

export const finderEndpoints = ofNoun('finder', {
  find: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/common/find',
    access: 'signedIn',
    input: z.object({ text: z.string().trim().min(1).max(100) }),
    reply: z.object({ list: z.array(findingSchema) }),
    isCostly: true,
    summary:
      'Farms, animals, projects, organisations, users and tickets that the caller may see and whose names, tags or codes contain a text, or whose Chinese names it spells in pinyin; up to 8 of each.',
  }),
})
