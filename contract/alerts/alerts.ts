import { z } from 'zod'
import { ruleKinds, severitySchema } from './alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { asOfInput } from '../projects/asOf.ts'
import { monitorRoles, supervisorRoles } from '../people/roles.ts'

export const subjectTypes = ['ANIMAL', 'NECKBAND', 'GATEWAY', 'PEN', 'FARM'] as const

/** Why an alert was cleared without a reading: a person took its subject away or switched its rule off (`clearedBecause` in its detail). */
export const clearedBecause = [
  'NECKBAND_REMOVED',
  'NECKBAND_NOT_WORN',
  'NECKBAND_MOVED',
  'GATEWAY_REMOVED',
  'GATEWAY_MOVED',
  'ANIMAL_NOT_IN_HERD',
  'ANIMAL_WITHOUT_PEN',
  'PEN_REMOVED',
  'PEN_WITHOUT_CAPACITY',
  'FARM_REMOVED',
  'NO_RUNNING_PROJECT',
  'NOTHING_INSURED',
  'RULE_OFF',
] as const
export type ClearedBecause = (typeof clearedBecause)[number]

/** Two independent facts: active or cleared, and acknowledged or not. */
export const alertSchema = z.object({
  id: idSchema,
  /** Grows with every change of any alert: a client asks for what changed since the last one it saw. */
  changeId: z.number().int(),
  kind: z.enum(ruleKinds),
  severity: severitySchema,
  subjectType: z.enum(subjectTypes),
  subjectId: idSchema,
  /** What to call the subject: an ear tag, a gateway's name, a farm's name. */
  subjectName: z.string(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable(),
  animalId: idSchema.nullable(),
  raisedAt: instantSchema,
  /** When what it reports began, at the latest when it was raised: ages count from here. */
  sinceAt: instantSchema,
  clearedAt: instantSchema.nullable(),
  acknowledgedAt: instantSchema.nullable(),
  acknowledgedBy: z.string().nullable(),
  comment: z.string().nullable(),
  /** The figures it was raised on: metres outside, minutes silent, percent, position … */
  detail: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
})
export type Alert = z.infer<typeof alertSchema>

const comment = z.string().trim().max(2000).default('')
const acknowledgeSchema = z.object({ id: z.coerce.number().pipe(idSchema), comment })

export const alertEndpoints = ofNoun('alerts', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/list',
    access: monitorRoles,
    input: listInput(['id', 'raisedAt'], {
      kind: z.enum(ruleKinds).optional(),
      farmId: idSchema.optional(),
      subjectId: idSchema.optional(),
      animalId: idSchema.optional(),
      /** Of the farms of a project. */
      projectId: idSchema.optional(),
      state: z.enum(['ACTIVE', 'CLEARED', 'ALL']).default('ALL'),
      from: instantInputSchema.optional(),
      to: instantInputSchema.optional(),
      ...asOfInput,
    }),
    reply: listReply(alertSchema),
    summary: 'Alerts, newest first, as they are or as they stood at a moment of the past.',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/collateral/web/alert/detail/{id}',
    access: monitorRoles,
    input: idInput,
    reply: alertSchema,
    summary: 'One alert.',
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/{id}/acknowledge',
    access: supervisorRoles,
    input: acknowledgeSchema,
    reply: alertSchema,
    summary:
      'Acknowledges an alert; a critical one needs a comment. 409 CONFLICT when somebody did before: `details` says who (`acknowledgedBy`), when (`acknowledgedAt`) and their `comment`.',
  }),
  acknowledgeAll: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/acknowledge',
    access: supervisorRoles,
    input: z.object({ ids: z.array(idSchema).min(1).max(1000), comment }),
    reply: z.object({
      /** Acknowledged by this call. */
      acknowledged: z.array(alertSchema),
      /** Acknowledged before, by whom each of them says. */
      others: z.array(alertSchema),
    }),
    summary: 'Acknowledges those of some alerts that nobody has acknowledged; a critical one needs a comment.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: '/collateral/web/alert/addOrEdit',
    access: supervisorRoles,
    input: acknowledgeSchema,
    reply: alertSchema,
    summary: 'Alerts are raised by rules alone: this edits one, which acknowledges it.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/alert/del/{id}',
    access: supervisorRoles,
    input: idInput,
    reply: z.object({}),
    summary: 'Always refused (409 ALERTS_ARE_KEPT): an alert is part of the record.',
  }),
})
