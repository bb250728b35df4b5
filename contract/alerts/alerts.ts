import { z } from 'zod'
import {
  acknowledgeFields, alertActSchema, alertEventSchema, assignFields, closeCodeSchema, closeFields, commentFields, failedActSchema, maxActs, shelveFields, unshelveFields,
} from './alertActs.ts'
import { ruleKinds, severitySchema } from './alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { asOfInput } from '../projects/asOf.ts'
import { monitorRoles, roleSchema, supervisorRoles } from '../people/roles.ts'

/** PROJECT: a loan on the herd of a farm, told to its own parties alone; it is another subject on each of its farms. */
export const subjectTypes = ['ANIMAL', 'NECKBAND', 'GATEWAY', 'PEN', 'FARM', 'WALL', 'PROJECT'] as const

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
  'TOLD_BY_PROJECT',
  'TOLD_ANEW',
  'NOTHING_INSURED',
  'WALL_ENDED',
  'WALL_MOVED',
  'RULE_OFF',
] as const
export type ClearedBecause = (typeof clearedBecause)[number]

/**
 * Independent facts: active or cleared (`clearedAt`), acknowledged or not, and closed or not. Its condition raises and clears it; a
 * person closes it with a reason. What was closed while its condition stands is open to nobody any more, clears by itself, and
 * is raised anew, as another alert, by the next occurrence after that.
 */
export const alertSchema = z.object({
  id: idSchema,
  /** Grows with every change of any alert: a client asks for what changed since the last one it saw. */
  changeId: z.number().int(),
  kind: z.enum(ruleKinds),
  severity: severitySchema,
  subjectType: z.enum(subjectTypes),
  subjectId: idSchema,
  /** The subject's name: an ear tag, a gateway's name, a farm's name, a project's code. */
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
  /** Grows with each act of a person but comments: sent back with an act, it is CONFLICT when somebody was first. */
  version: z.number().int(),
  assignedTo: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** Since when it is shelved without a break; null, as the next two, when it is not. It ends by itself. */
  shelvedAt: instantSchema.nullable(),
  shelvedUntil: instantSchema.nullable(),
  shelvedBecause: z.string().nullable(),
  closedAt: instantSchema.nullable(),
  closedBy: z.string().nullable(),
  closeCode: closeCodeSchema.nullable(),
  /** How often it was raised again shortly after it had cleared. */
  flaps: z.number().int(),
  /** True when the event happened long before the server was told: it wakes nobody. */
  isLate: z.boolean(),
  /** The figures it was raised on: metres outside, minutes silent, percent, position …; several names are a line each. */
  detail: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
})
export type Alert = z.infer<typeof alertSchema>

const anAlert = { id: z.coerce.number().pipe(idSchema) }
/** An act on one alert. `version`: as its screen shows it; absent: whatever it is by now. */
const acted = { ...anAlert, version: z.number().int().optional() }
const acknowledgeSchema = z.object({ ...anAlert, ...acknowledgeFields })

/**
 * Which alerts. OPEN: they need somebody, being neither closed nor shelved, and active or unacknowledged; ACTIVE: their condition
 * stands; MINE: assigned to the caller and not closed; LATE: told of too late to wake anybody.
 */
export const alertStates = ['OPEN', 'ACTIVE', 'UNACKNOWLEDGED', 'MINE', 'SHELVED', 'CLEARED', 'CLOSED', 'LATE', 'ALL'] as const

/** Why two alerts belong together, the nearest relation first. */
export const relations = ['ANIMAL', 'SUBJECT', 'PEN', 'GATEWAY', 'FARM'] as const

const filters = {
  kind: z.enum(ruleKinds).optional(),
  kinds: z.array(z.enum(ruleKinds)).optional(),
  severities: z.array(severitySchema).optional(),
  farmId: idSchema.optional(),
  farmIds: z.array(idSchema).max(1000).optional(),
  farmSlotId: idSchema.optional(),
  subjectId: idSchema.optional(),
  animalId: idSchema.optional(),
  /** Of the farms of a project. */
  projectId: idSchema.optional(),
  /** Part of the subject's name, or of what was said. */
  text: z.string().trim().max(100).optional(),
  /** When they were raised. */
  from: instantInputSchema.optional(),
  to: instantInputSchema.optional(),
  /** Shelved without a break since before this instant. */
  shelvedBefore: instantInputSchema.optional(),
}
const isConflict = '409 CONFLICT when somebody was first, NOT_OPEN when it is closed: `details` says who (`by`), when (`at`) and what (`did`).'

export const alertEndpoints = ofNoun('alerts', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/list',
    access: monitorRoles,
    input: listInput(['id', 'raisedAt', 'sinceAt', 'severity', 'flaps', 'shelvedAt', 'shelvedUntil', 'closedAt'], {
      ...filters,
      state: z.enum(alertStates).default('ALL'),
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
    input: z.object({ ids: z.array(idSchema).min(1).max(1000), ...acknowledgeFields }),
    reply: z.object({
      /** Acknowledged by this call. */
      acknowledged: z.array(alertSchema),
      /** Acknowledged before, by whom each of them says. */
      others: z.array(alertSchema),
    }),
    summary: 'Acknowledges those of some alerts that nobody has acknowledged; a critical one needs a comment.',
  }),
  counts: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/counts',
    access: monitorRoles,
    input: z.object(filters),
    reply: z.object({ counts: z.record(z.enum(alertStates), z.number().int()) }),
    isCostly: true,
    summary: 'How many alerts there are of each state, of those that the filters leave.',
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/collateral/web/alert/{id}/timeline',
    access: monitorRoles,
    input: idInput,
    reply: z.object({
      /** The newest thousand, oldest first. */
      events: z.array(alertEventSchema),
      /** How many there are. */
      total: z.number().int(),
      closeText: z.string().nullable(),
      /** The photos that it was closed with. */
      imageIds: z.array(z.uuid()),
    }),
    summary: 'What happened to an alert, by itself and by people, and the photos that it was closed with.',
  }),
  related: endpoint({
    method: 'GET',
    path: '/collateral/web/alert/{id}/related',
    access: monitorRoles,
    input: idInput,
    reply: z.object({
      /** The fifty that were raised nearest to it in time. */
      related: z.array(z.object({ because: z.enum(relations), alert: alertSchema })),
    }),
    summary: 'Other alerts of the same farm that were raised within an hour before or after: of the same animal, the same subject, the same pen, or of a gateway or the whole farm.',
  }),
  assignees: endpoint({
    method: 'GET',
    path: '/collateral/web/alert/assignees/{farmId}',
    access: supervisorRoles,
    input: z.object({ farmId: z.coerce.number().pipe(idSchema) }),
    reply: z.object({
      people: z.array(
        z.object({
          id: idSchema,
          name: z.string(),
          role: roleSchema,
          /** Whether the roster of the farm has them on shift now; null: it has no roster. */
          isOnShift: z.boolean().nullable(),
          /** How many alerts they have, of all farms, that are not closed. */
          alerts: z.number().int(),
        }),
      ),
    }),
    summary: 'Who may be given the alerts of a farm.',
  }),
  assign: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/{id}/assign',
    access: supervisorRoles,
    input: z.object({ ...acted, ...assignFields }),
    reply: alertSchema,
    summary: `Gives an alert to somebody, or takes it from them. ${isConflict}`,
  }),
  comment: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/{id}/comment',
    access: supervisorRoles,
    input: z.object({ ...acted, ...commentFields }),
    reply: alertSchema,
    summary: 'Says something of an alert, of a closed one too.',
  }),
  shelve: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/{id}/shelve',
    access: supervisorRoles,
    input: z.object({ ...acted, ...shelveFields }),
    reply: alertSchema,
    summary: `Puts an active alert aside for a while, with a reason: it wakes nobody until then. ${isConflict}`,
  }),
  unshelve: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/{id}/unshelve',
    access: supervisorRoles,
    input: z.object({ ...acted, ...unshelveFields }),
    reply: alertSchema,
    summary: `Takes an alert up again before its time. ${isConflict}`,
  }),
  close: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/{id}/close',
    access: supervisorRoles,
    input: z.object({ ...acted, ...closeFields }),
    reply: alertSchema,
    summary: `Ends an alert for everybody, with a reason, and acknowledges it. ANIMAL_DEAD, ANIMAL_SOLD and THEFT of a pledged animal open a draft of its ledger entry. ${isConflict}`,
  }),
  act: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/act',
    access: supervisorRoles,
    input: z.object({
      ids: z.array(idSchema).min(1).max(maxActs),
      /** As the screen shows them, in the order of `ids`. */
      versions: z.array(z.number().int()).max(maxActs).optional(),
      act: alertActSchema,
    }),
    reply: z.object({ done: z.array(alertSchema), failed: z.array(failedActSchema) }),
    summary: 'Does one thing to many alerts. Each is judged by itself: one that fails says why and stops no other.',
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
