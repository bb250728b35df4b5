import { z } from 'zod'
import { alertKinds, ruleKinds, severitySchema } from './alertKinds.ts'
import type { Alert } from './alerts.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { type Role, supervisorRoles } from '../people/roles.ts'
import { scheduleSchema } from './schedules.ts'

/** Scopes of rules, the widest first. */
export const ruleScopes = ['PLATFORM', 'ORGANISATION', 'FARM', 'PROJECT'] as const
export type RuleScope = (typeof ruleScopes)[number]

/** Roles that change the rules of a scope, or ask for a change. */
export const ruleChangers: Readonly<Record<RuleScope, readonly Role[]>> = {
  PLATFORM: ['ADMIN_PLATFORM'],
  ORGANISATION: ['ADMIN_SUPERVISOR'],
  FARM: supervisorRoles,
  PROJECT: supervisorRoles,
}

/** A rule as it is stored. The narrower scope wins: project, then farm, then organisation, then platform. */
export const alertRuleSchema = z.object({
  ...recordFields,
  kind: z.enum(ruleKinds),
  scope: z.enum(ruleScopes),
  /** The organisation, the farm or the project; null for the platform. */
  scopeId: idSchema.nullable(),
  severity: severitySchema,
  enabled: z.boolean(),
  parameters: z.record(z.string(), z.number()),
  /** When it is in force; null: always. */
  schedule: scheduleSchema.nullable(),
})
export type AlertRule = z.infer<typeof alertRuleSchema>

export const alertRuleInputSchema = z
  .object({
    ...recordInput,
    kind: z.enum(ruleKinds),
    /** The platform's defaults, the rules of the caller's organisation, or those of one farm or project. */
    scope: z.enum(ruleScopes).default('FARM'),
    /** The farm, for a farm's rule alone. */
    farmId: idSchema.optional(),
    /** The project, for a project's rule alone. */
    projectId: idSchema.optional(),
    severity: severitySchema.optional(),
    enabled: z.boolean().default(true),
    parameters: z.record(z.string(), z.number()).default({}),
    schedule: scheduleSchema.nullable().default(null),
  })
  .superRefine((rule, context) => {
    if ((rule.scope === 'FARM') !== (rule.farmId !== undefined)) {
      context.addIssue({ code: 'custom', path: ['farmId'], message: rule.scope === 'FARM' ? 'required' : 'invalid' })
    }
    if ((rule.scope === 'PROJECT') !== (rule.projectId !== undefined)) {
      context.addIssue({ code: 'custom', path: ['projectId'], message: rule.scope === 'PROJECT' ? 'required' : 'invalid' })
    }
    const parsed = alertKinds[rule.kind].parameters.strict().safeParse(rule.parameters)
    for (const issue of parsed.error?.issues ?? []) {
      context.addIssue({ ...issue, path: ['parameters', ...issue.path] })
    }
  })

/** The rule of one kind that is in force on a farm, why, and what it takes the place of. Of a kind about loans there may be several. */
export const ruleInForceSchema = alertRuleSchema.pick({ kind: true, severity: true, enabled: true, parameters: true, schedule: true }).extend({
  /** Whether its schedule has it judged at this moment. */
  isNow: z.boolean(),
  /** The projects whose loans it judges, of those that the caller sees; empty for a kind that is not about loans, and where no project runs. */
  projects: z.array(z.object({ id: idSchema, name: z.string() })),
  /** The rules for the farm, the one in force first and the widest last. */
  rules: z.array(alertRuleSchema.pick({ id: true, scope: true, scopeId: true, enabled: true }).extend({
    /** The farm's or the project's name; null for the organisation and the platform. */
    name: z.string().nullable(),
  })),
})
export type RuleInForce = z.infer<typeof ruleInForceSchema>

/** Of the rules in force on the farm of an alert the one that judges its subject; undefined: none does any more. */
export function ruleOfAlert({ kind, subjectType, subjectId }: Pick<Alert, 'kind' | 'subjectType' | 'subjectId'>, rules: readonly RuleInForce[]): RuleInForce | undefined {
  return rules.find((rule) => rule.kind === kind && (subjectType !== 'PROJECT' || rule.projects.some(({ id }) => id === subjectId)))
}

/** Roles that may see alert rules; their scope decides who may change which. */
const ruleRoles = ['ADMIN_PLATFORM', ...supervisorRoles] as const

const path = '/collateral/web/alertRule'
/** Why a change is asked for, as whoever decides it reads it. */
const reason = z.string().trim().min(1).max(500)
const requested = z.object({ ticketId: idSchema })

/**
 * A rule is saved by its kind and scope; parameters left out take the default. The platform’s are for ADMIN_PLATFORM, an
 * organisation’s, its farms’ and its projects’ for ADMIN_SUPERVISOR; SUPERVISOR_PM saves those of farms without a running project and of projects that do not run (else
 * 403 APPROVAL_REQUIRED, which `request` and `requestRemoval` ask for). Where one is removed, the wider one is in force again.
 * 409 PLEDGED, with the fields `loosened`, for what would loosen a rule in force on a farm of a running project; what makes it
 * stricter is told to the project’s bank.
 */
export const alertRuleEndpoints = ofNoun('alertRules', {
  ...recordEndpoints({
    path,
    access: ruleRoles,
    item: alertRuleSchema,
    input: alertRuleInputSchema,
    sort: ['id', 'kind'],
    filters: { farmId: idSchema.optional(), projectId: idSchema.optional(), kind: z.enum(ruleKinds).optional(), scope: z.enum(ruleScopes).optional() },
    about: 'The platform’s alert rules, the organisation’s, each farm’s and each project’s',
  }),
  inForce: endpoint({
    method: 'POST',
    path: `${path}/inForce`,
    access: ruleRoles,
    input: z.object({ farmId: idSchema }),
    reply: z.array(ruleInForceSchema),
    summary: 'Of each kind the rule that is in force on a farm, the scope that it comes from, and those that it takes the place of. A kind about loans goes, for each project, by the rule of that project alone.',
  }),
  reach: endpoint({
    method: 'GET',
    path: `${path}/reach`,
    access: ruleRoles,
    input: z.object({}),
    reply: z.object({
      /** Farms that the caller sees. */
      farms: z.number().int(),
      rules: z.array(z.object({ id: idSchema, farms: z.number().int() })),
    }),
    summary: 'On how many of the caller’s farms each rule is the one in force; a rule that narrower ones replace everywhere is left out.',
  }),
  request: endpoint({
    method: 'POST',
    path: `${path}/request`,
    access: ['SUPERVISOR_PM'],
    input: alertRuleInputSchema.safeExtend({ reason }),
    reply: requested,
    summary:
      'Asks ADMIN_SUPERVISOR to save a farm’s or a project’s rule: a RULE_CHANGE ticket, whose approval saves it. 409 CONFLICT where a request for its rule of that kind waits already, or where the project is closed; 409 PLEDGED as a save.',
  }),
  requestRemoval: endpoint({
    method: 'POST',
    path: `${path}/{id}/removal/request`,
    access: ['SUPERVISOR_PM'],
    input: idInput.extend({ reason }),
    reply: requested,
    summary: 'Asks ADMIN_SUPERVISOR to remove a farm’s rule, as `request` does for a save.',
  }),
})
