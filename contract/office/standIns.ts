import { z } from 'zod'
import { endpoint, ofPersonalNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'

/** The absence of an approver, and the user who decides in their place during it. */
export const standInSchema = z.object({
  id: idSchema,
  absentName: z.string(),
  standInName: z.string(),
  startsAt: instantSchema,
  endsAt: instantSchema,
  isNow: z.boolean(),
  /** Whether the absence is the caller's own, who may end it. */
  isOwn: z.boolean(),
})
export type StandIn = z.infer<typeof standInSchema>

/** Roles that approve tickets. */
const approvers = ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'ADMIN_PLATFORM'] as const

const standInsSchema = z.object({
  /** Current and future ones of the caller's organisation and role. */
  list: z.array(standInSchema),
  /** Users whom the caller may name as stand-in. */
  candidates: z.array(z.object({ id: idSchema, name: z.string() })),
})

/** Longest absence, days. */
export const maxAbsenceDays = 92

export const standInEndpoints = ofPersonalNoun('standIns', {
  list: endpoint({
    method: 'GET',
    path: '/collateral/common/ticket/standIns',
    access: approvers,
    input: z.object({}),
    reply: standInsSchema,
    summary: 'Who of the caller’s organisation and role is or will be away, and who decides in their place.',
  }),
  add: endpoint({
    method: 'PUT',
    path: '/collateral/common/ticket/standIn/add',
    access: approvers,
    input: z
      .object({ standInId: idSchema, startsAt: instantInputSchema, endsAt: instantInputSchema })
      .refine(({ startsAt, endsAt }) => startsAt < endsAt, { path: ['endsAt'], message: 'before_start' }),
    reply: standInsSchema,
    summary:
      'Names who decides in the caller’s place for a period: somebody of the same organisation and role. It ends by itself. 409 CONFLICT where the caller is away or stands in for somebody meanwhile, or the other is away.',
  }),
  end: endpoint({
    method: 'POST',
    path: '/collateral/common/ticket/standIn/{id}/end',
    access: approvers,
    input: idInput,
    reply: standInsSchema,
    summary: 'Ends an absence of the caller’s own at once.',
  }),
})
