import { z } from 'zod'
import {
  acknowledgeFields,
  alertActSchema,
  alertEventSchema,
  assignFields,
  closeCodeSchema,
  closeFields,
  commentFields,
  failedActSchema,
  maxActs,
  shelveFields,
  unshelveFields,
} from './alertActs.ts'
import { ruleKinds, severitySchema } from './alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantInputSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { moneySchema } from '../values/money.ts'
import { asOfInput } from '../projects/asOf.ts'
import { monitorRoles, roleSchema, supervisorRoles } from '../people/roles.ts'

/** PROJECT is a loan on the herd of one farm, visible only to the project's parties. Each farm of a project is a subject of its own. */
export const subjectTypes = ['ANIMAL', 'NECKBAND', 'GATEWAY', 'PEN', 'FARM', 'WALL', 'PROJECT'] as const

/**
 * Why an alert was cleared although its condition did not end: its subject was removed, its rule disabled, or an alert that reports more replaced it
 * (LEFT_FARM). Stored as `clearedBecause` in its detail.
 */
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
  'LEFT_FARM',
] as const
export type ClearedBecause = (typeof clearedBecause)[number]

/**
 * An alert has independent facts: active or cleared (`clearedAt`), acknowledged or not, closed or not. Its condition raises and clears it; a person
 * closes it with a reason.
 * An alert closed while its condition lasts is done for everybody and clears by itself. The next occurrence after that raises another alert.
 */
export const alertSchema = z.object({
  id: idSchema,
  /** Grows with every change of any alert. Clients ask for changes after the last one they saw. */
  changeId: z.number().int(),
  kind: z.enum(ruleKinds),
  severity: severitySchema,
  subjectType: z.enum(subjectTypes),
  subjectId: idSchema,
  /** Name of the subject: an ear tag, a gateway's name, a farm's name, a project's code. */
  subjectName: z.string(),
  farmId: idSchema,
  farmSlotId: idSchema.nullable(),
  animalId: idSchema.nullable(),
  raisedAt: instantSchema,
  /** When the reported condition began, at latest when the alert was raised. Ages count from here. */
  sinceAt: instantSchema,
  clearedAt: instantSchema.nullable(),
  acknowledgedAt: instantSchema.nullable(),
  acknowledgedBy: z.string().nullable(),
  comment: z.string().nullable(),
  /** Grows with each act of a person except comments. An act sends it back and fails with CONFLICT when it is stale. */
  version: z.number().int(),
  assignedTo: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** Start of the unbroken shelving, which ends by itself. This and the next two fields are null when the alert is not shelved. */
  shelvedAt: instantSchema.nullable(),
  shelvedUntil: instantSchema.nullable(),
  shelvedBecause: z.string().nullable(),
  closedAt: instantSchema.nullable(),
  closedBy: z.string().nullable(),
  closeCode: closeCodeSchema.nullable(),
  /** How often the alert was raised again shortly after it cleared. */
  flaps: z.number().int(),
  /** The event was reported long after it happened: the alert notifies nobody. */
  isLate: z.boolean(),
  /** The figures of the alert: metres outside, minutes silent, percent, position …; several names are one per line. */
  detail: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
})
export type Alert = z.infer<typeof alertSchema>

const anAlert = { id: z.coerce.number().pipe(idSchema) }
/** An act on one alert. `version` is the one on the caller's screen; without it any version is accepted. */
const acted = { ...anAlert, version: z.number().int().optional() }
const acknowledgeSchema = z.object({ ...anAlert, ...acknowledgeFields })

/**
 * States to filter by. OPEN: neither closed nor shelved, and active or unacknowledged. ACTIVE: the condition lasts. MINE: assigned to the caller and
 * not closed. LATE: reported too late to notify anybody.
 */
export const alertStates = [
  'OPEN',
  'ACTIVE',
  'UNACKNOWLEDGED',
  'MINE',
  'SHELVED',
  'CLEARED',
  'CLOSED',
  'LATE',
  'ALL',
] as const

/** How two alerts are related, closest relation first. */
export const relations = ['ANIMAL', 'SUBJECT', 'PEN', 'GATEWAY', 'FARM'] as const

const filters = {
  kind: z.enum(ruleKinds).optional(),
  kinds: codeFilter(z.enum(ruleKinds)),
  severities: codeFilter(severitySchema),
  farmId: idSchema.optional(),
  farmIds: z.array(idSchema).max(1000).optional(),
  farmSlotId: idSchema.optional(),
  subjectId: idSchema.optional(),
  animalId: idSchema.optional(),
  /** On the farms of this project. */
  projectId: idSchema.optional(),
  /** Part of the subject's name or of a comment. */
  text: z.string().trim().max(100).optional(),
  /** Range of the time of raising. */
  from: instantInputSchema.optional(),
  to: instantInputSchema.optional(),
  /** Shelved without a break since before this instant. */
  shelvedBefore: instantInputSchema.optional(),
}
const isConflict =
  '409 CONFLICT when somebody was first, NOT_OPEN when it is closed: `details` says who (`by`), when (`at`) and what (`did`).'

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
      /** Alerts acknowledged by this call. */
      acknowledged: z.array(alertSchema),
      /** Alerts acknowledged earlier; each names its user. */
      others: z.array(alertSchema),
    }),
    summary: 'Acknowledges those of some alerts that nobody has acknowledged; a critical one needs a comment.',
  }),
  counts: endpoint({
    method: 'POST',
    onlyReads: true,
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
      /** Number of all events. */
      total: z.number().int(),
      closeText: z.string().nullable(),
      /** Photos attached at closing. */
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
      /** The fifty alerts raised closest to it in time. */
      related: z.array(z.object({ because: z.enum(relations), alert: alertSchema })),
    }),
    summary:
      'Other alerts of the same farm that were raised within an hour before or after: of the same animal, the same subject, the same pen, or of a gateway or the whole farm.',
  }),
  pledges: endpoint({
    method: 'GET',
    path: '/collateral/web/alert/pledges',
    access: supervisorRoles,
    input: z.object({}),
    reply: z.object({
      pledges: z.array(
        z.object({
          animalId: idSchema,
          projectId: idSchema,
          projectCode: z.string(),
          /** Price of a head by its collateral line, before the haircut. */
          value: moneySchema,
        }),
      ),
    }),
    isCostly: true,
    summary: 'The pledges, to the caller’s projects, of animals with an open alert.',
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
          /** Whether the farm's roster has the person on shift now; null when the farm has no roster. */
          isOnShift: z.boolean().nullable(),
          /** Number of alerts assigned to the person and not closed, on all farms. */
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
      /** As shown on the caller's screen, in the order of `ids`. */
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
