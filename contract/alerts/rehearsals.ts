import { z } from 'zod'
import { supervisorRoles } from '../people/roles.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { alertKinds, ruleKinds, type RuleKind, severitySchema } from './alertKinds.ts'
import { loadShiftSchema } from './alertLoads.ts'
import { alertRuleInputSchema, ruleScopes } from './alertRules.ts'
import { subjectTypes } from './alerts.ts'

/** Maximum days of readings in a rehearsal. */
export const maxRehearsalDays = 30

/** WAITING and RUNNING are in progress, the others are final. */
export const rehearsalStates = ['WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const
export type RehearsalState = (typeof rehearsalStates)[number]

/** Reasons why a rehearsal failed. */
export const rehearsalFailures = [
  'NO_READINGS',
  'NOT_OF_READINGS',
  'TOO_MANY_ALERTS',
  'TOO_LONG',
  'BROKEN_OFF',
] as const
export type RehearsalFailure = (typeof rehearsalFailures)[number]

type WithoutPast = { [K in RuleKind]: true extends (typeof alertKinds)[K]['isWithoutPast'] ? K : never }[RuleKind]
/** Kinds that cannot be rehearsed, because the history of their input is not stored. */
export const kindsWithoutPast = ruleKinds.filter((kind): kind is WithoutPast => alertKinds[kind].isWithoutPast === true)

/** Whether a kind is evaluated from records alone, so that no stored readings are replayed. */
export const isOfRecords = (kind: RuleKind) => alertKinds[kind].isOfRecords === true

/** Simplifications of a rehearsal, where the data is not stored or is too expensive to read. */
export const rehearsalAssumptions = [
  /** Periodic evaluation runs once a minute of herd time, not every four seconds. */
  'JUDGED_EACH_MINUTE',
  /** Kinds evaluated from records run every five minutes of herd time. */
  'JUDGED_EACH_FIVE_MINUTES',
  /** Records count from when they were entered; permanently deleted ones are missing. */
  'RECORDS_AS_ENTERED',
  /** A reading counts at its device's time, as if none had arrived late. */
  'READINGS_IN_TIME',
  /** Outlines, capacities, windows and running projects are today's. */
  'PLACES_AS_NOW',
  /** A gateway counts as heard when one of its readings was stored. */
  'GATEWAYS_BY_READINGS',
  /** The stored readings cover fewer days than requested. */
  'FEWER_DAYS',
] as const
export type RehearsalAssumption = (typeof rehearsalAssumptions)[number]

/** Numbers of alerts under today's rule and under the rehearsed one. */
const counts = { today: z.number().int(), rehearsed: z.number().int() }

/** An alert raised by one of the two rules or by both. Instants are herd time. */
export const rehearsalExampleSchema = z.object({
  /** ADDED: by the rehearsed rule only. REMOVED: by today's rule only. SAME: by both. */
  which: z.enum(['ADDED', 'REMOVED', 'SAME']),
  subjectType: z.enum(subjectTypes),
  subjectId: idSchema,
  subjectName: z.string(),
  farmId: idSchema,
  farmName: z.string(),
  animalId: idSchema.nullable(),
  severity: severitySchema,
  sinceAt: instantSchema,
  raisedAt: instantSchema,
  /** Null when it was still open at the end. */
  clearedAt: instantSchema.nullable(),
  /** Position of the animal when the alert was raised; null when unknown. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** Period of the animal's track that shows the event. */
  trackFrom: instantSchema,
  trackTo: instantSchema,
})
export type RehearsalExample = z.infer<typeof rehearsalExampleSchema>

export const rehearsalResultSchema = z.object({
  /** The judged period, in herd time. */
  from: instantSchema,
  to: instantSchema,
  farms: z.number().int(),
  animals: z.number().int(),
  readings: z.number().int(),
  tookMs: z.number().int(),
  assumptions: z.array(z.enum(rehearsalAssumptions)),
  totals: z.object({
    ...counts,
    /** Alerts raised by the rehearsed rule only, by today's rule only, and by both. */
    added: z.number().int(),
    removed: z.number().int(),
    same: z.number().int(),
    /** Alerts already open at the start; they count nowhere else. */
    openBefore: z.object(counts),
  }),
  /** Every day in the farm's time zone, including days without alerts. */
  days: z.array(z.object({ day: z.iso.date(), ...counts })),
  /** Shifts of the rosters that watch the farms; day and night on farms without one. */
  shifts: z.array(loadShiftSchema.extend(counts)),
  /** Alerts raised while nobody was on shift. */
  outsideShifts: z.object(counts),
  /** Subjects with the most alerts first, at most twenty. */
  subjects: z.array(
    z.object({
      subjectType: z.enum(subjectTypes),
      subjectId: idSchema,
      subjectName: z.string(),
      farmId: idSchema,
      farmName: z.string(),
      animalId: idSchema.nullable(),
      ...counts,
    }),
  ),
  /** Alerts of other kinds that change as a result, such as silences explained by an outage. */
  others: z.array(z.object({ kind: z.enum(ruleKinds), ...counts })),
  examples: z.array(rehearsalExampleSchema),
})
export type RehearsalResult = z.infer<typeof rehearsalResultSchema>

export const rehearsalSchema = z.object({
  id: idSchema,
  kind: z.enum(ruleKinds),
  scope: z.enum(ruleScopes),
  /** Id of the organisation, farm or project; null for the platform. */
  scopeId: idSchema.nullable(),
  state: z.enum(rehearsalStates),
  failure: z.enum(rehearsalFailures).nullable(),
  /** Judged share of the period, 0 to 1. */
  share: z.number().min(0).max(1),
  /** Machine time. */
  begunAt: instantSchema,
  /** Null until DONE. */
  result: rehearsalResultSchema.nullable(),
})
export type Rehearsal = z.infer<typeof rehearsalSchema>

/** Roles that may save a rule of at least one scope. */
const ruleRoles = ['ADMIN_PLATFORM', ...supervisorRoles] as const
const path = '/collateral/web/alertRule/rehearsal'

/**
 * Tries out a rule before it is saved. The alert engine evaluates the stored readings twice: by the proposed rule and by the current rules. Each
 * organisation can run one rehearsal at a time.
 */
export const rehearsalEndpoints = ofNoun('rehearsals', {
  begin: endpoint({
    method: 'POST',
    path,
    access: ruleRoles,
    input: alertRuleInputSchema.safeExtend({
      id: z.never().optional(),
      version: z.never().optional(),
      days: z.number().int().min(1).max(maxRehearsalDays).default(maxRehearsalDays),
    }),
    reply: rehearsalSchema,
    summary:
      'Begins to rehearse a rule, which is not saved; may be asked by who may save it or ask for it. 503 BUSY while the organisation has another under way.',
  }),
  detail: endpoint({
    method: 'GET',
    path: `${path}/detail/{id}`,
    access: ruleRoles,
    input: idInput,
    reply: rehearsalSchema,
    summary: 'How far a rehearsal of the organisation is, and what came of it. It is kept for a week.',
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/{id}/cancel`,
    access: ruleRoles,
    input: idInput,
    reply: rehearsalSchema,
    summary: 'Ends a rehearsal; one that is over stays as it is.',
  }),
})
