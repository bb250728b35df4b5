import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { recordDetail, recordHistory, recordList } from '../calls/records.ts'
import { organisationAdminRoles } from '../people/roles.ts'

export const maxInvitees = 5

/**
 * A supervision goal that an organisation sets for itself. Invited users receive the whole goal in a notice, so it is never edited or removed; a new
 * goal replaces it.
 */
export const goalInputSchema = z
  .object({
    title: z.string().trim().min(1).max(100),
    startsOn: z.iso.date(),
    endsOn: z.iso.date(),
    goal: z.string().trim().min(1).max(2000),
    standard: z.string().trim().min(1).max(2000),
    inviteeIds: z.array(idSchema).max(maxInvitees),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ['endsOn'], message: 'before_start' })

export const goalSchema = z.object({
  id: idSchema,
  title: z.string(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  goal: z.string(),
  standard: z.string(),
  invitees: z.array(z.object({ id: idSchema, displayName: z.string() })),
  createdBy: z.string(),
  createdAt: instantSchema,
})
export type Goal = z.infer<typeof goalSchema>

export const goalEndpoints = ofNoun('goals', {
  add: endpoint({
    method: 'POST',
    path: '/api/forms',
    access: organisationAdminRoles,
    input: goalInputSchema,
    reply: goalSchema,
    summary: 'Sets a supervision goal and tells those invited to it.',
  }),
  list: recordList({
    path: '/collateral/web/goal',
    access: organisationAdminRoles,
    item: goalSchema,
    sort: ['id', 'startsOn', 'endsOn'],
    filters: {},
    about: 'The goals of one’s own organisation',
  }),
  detail: recordDetail('/collateral/web/goal', organisationAdminRoles, goalSchema),
  history: recordHistory('/collateral/web/goal', organisationAdminRoles),
})
