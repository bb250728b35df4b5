import { z } from 'zod'
import { supervisorRoles } from '../people/roles.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { alertKinds, ruleKinds, type RuleKind, severitySchema } from './alertKinds.ts'
import { loadShiftSchema } from './alertLoads.ts'
import { alertRuleInputSchema, ruleScopes } from './alertRules.ts'
import { subjectTypes } from './alerts.ts'

/** The most days that a rule is rehearsed on. */
export const maxRehearsalDays = 30

/** WAITING for its turn and RUNNING are under way; the others are over. */
export const rehearsalStates = ['WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const
export type RehearsalState = (typeof rehearsalStates)[number]

/** Why nothing came of a rehearsal. */
export const rehearsalFailures = ['NO_READINGS', 'NOT_OF_READINGS', 'TOO_MANY_ALERTS', 'TOO_LONG', 'BROKEN_OFF'] as const
export type RehearsalFailure = (typeof rehearsalFailures)[number]

type WithoutPast = { [K in RuleKind]: true extends (typeof alertKinds)[K]['isWithoutPast'] ? K : never }[RuleKind]
/** Kinds that can’t be rehearsed, since the past of what they judge is not kept. */
export const kindsWithoutPast = ruleKinds.filter((kind): kind is WithoutPast => alertKinds[kind].isWithoutPast === true)

/** Whether a kind is judged by records alone, so that no stored readings are played for it. */
export const isOfRecords = (kind: RuleKind) => alertKinds[kind].isOfRecords === true

/** Facts that a rehearsal takes for granted, since no table has them, or since they cost too much to read. */
export const rehearsalAssumptions = [
  /** Everything is judged once a minute of herd time beside the readings, not every four seconds. */
  'JUDGED_EACH_MINUTE',
  /** A kind that is judged by records is judged every five minutes of herd time. */
  'JUDGED_EACH_FIVE_MINUTES',
  /** Records count from when they were entered; those that were deleted for good since are missing. */
  'RECORDS_AS_ENTERED',
  /** A reading counts at the time that its device states, as if none had come late. */
  'READINGS_IN_TIME',
  /** Outlines, capacities, windows and running projects are those of today. */
  'PLACES_AS_NOW',
  /** A gateway counts as heard when one of its readings was stored. */
  'GATEWAYS_BY_READINGS',
  /** Readings reach back less far than was asked for. */
  'FEWER_DAYS',
] as const
export type RehearsalAssumption = (typeof rehearsalAssumptions)[number]

/** Alerts by today's rule and by the rehearsed one. */
const counts = { today: z.number().int(), rehearsed: z.number().int() }

/** One alert that only one of both rules raises, or both do. Instants are herd time. */
export const rehearsalExampleSchema = z.object({
  /** ADDED: by the rehearsed rule alone; REMOVED: by today's alone. */
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
  /** Null: it was open still at the end. */
  clearedAt: instantSchema.nullable(),
  /** Where the animal was when it was raised; null: it has no position. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** The span in which its track shows what happened. */
  trackFrom: instantSchema,
  trackTo: instantSchema,
})
export type RehearsalExample = z.infer<typeof rehearsalExampleSchema>

export const rehearsalResultSchema = z.object({
  /** The judged span: herd time. */
  from: instantSchema,
  to: instantSchema,
  farms: z.number().int(),
  animals: z.number().int(),
  readings: z.number().int(),
  tookMs: z.number().int(),
  assumptions: z.array(z.enum(rehearsalAssumptions)),
  totals: z.object({
    ...counts,
    /** By the rehearsed rule alone, by today's alone, and by both at once. */
    added: z.number().int(),
    removed: z.number().int(),
    same: z.number().int(),
    /** Open already where the span begins: counted nowhere else. */
    openBefore: z.object(counts),
  }),
  /** Each day of the farm's time, those without alerts among them. */
  days: z.array(z.object({ day: z.iso.date(), ...counts })),
  /** Those of the rosters that watch the farms; by day and by night where none does. */
  shifts: z.array(loadShiftSchema.extend(counts)),
  /** Raised while nobody was on shift. */
  outsideShifts: z.object(counts),
  /** Those with the most alerts first, twenty at the most. */
  subjects: z.array(z.object({ subjectType: z.enum(subjectTypes), subjectId: idSchema, subjectName: z.string(), farmId: idSchema, farmName: z.string(), animalId: idSchema.nullable(), ...counts })),
  /** Alerts of other kinds that change along, as silences that an outage explains. */
  others: z.array(z.object({ kind: z.enum(ruleKinds), ...counts })),
  examples: z.array(rehearsalExampleSchema),
})
export type RehearsalResult = z.infer<typeof rehearsalResultSchema>

export const rehearsalSchema = z.object({
  id: idSchema,
  kind: z.enum(ruleKinds),
  scope: z.enum(ruleScopes),
  /** The organisation or the farm; null for the platform. */
  scopeId: idSchema.nullable(),
  state: z.enum(rehearsalStates),
  failure: z.enum(rehearsalFailures).nullable(),
  /** How much of the span is judged, 0 to 1. */
  share: z.number().min(0).max(1),
  /** Machine time. */
  begunAt: instantSchema,
  /** Null until it is DONE. */
  result: rehearsalResultSchema.nullable(),
})
export type Rehearsal = z.infer<typeof rehearsalSchema>

/** Roles that may save a rule of some scope. */
const ruleRoles = ['ADMIN_PLATFORM', ...supervisorRoles] as const
const path = '/collateral/web/alertRule/rehearsal'

/**
 * Rehearses a rule before it is saved: the engine that judges the herd judges the stored readings by the
 * rule as it is proposed and, beside it, by the rules as they are. An organisation has one under way at a time.
 */
export const rehearsalEndpoints = ofNoun('rehearsals', {
  begin: endpoint({
    method: 'POST',
    path,
    access: ruleRoles,
    input: alertRuleInputSchema.safeExtend({ id: z.never().optional(), version: z.never().optional(), days: z.number().int().min(1).max(maxRehearsalDays).default(maxRehearsalDays) }),
    reply: rehearsalSchema,
    summary: 'Begins to rehearse a rule, which is not saved; may be asked by who may save it or ask for it. 503 BUSY while the organisation has another under way.',
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
