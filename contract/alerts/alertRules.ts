import { z } from 'zod'
import { alertKinds, ruleKinds, severitySchema } from './alertKinds.ts'
import type { Alert } from './alerts.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { type Role, supervisorRoles } from '../people/roles.ts'
import { scheduleSchema } from './schedules.ts'

/** Scopes of rules, widest first. */
export const ruleScopes = ['PLATFORM', 'ORGANISATION', 'FARM', 'PROJECT'] as const
export type RuleScope = (typeof ruleScopes)[number]

/** Roles that may change the rules of a scope, or request a change. */
export const ruleChangers: Readonly<Record<RuleScope, readonly Role[]>> = {
  PLATFORM: ['ADMIN_PLATFORM'],
  ORGANISATION: ['ADMIN_SUPERVISOR'],
  FARM: supervisorRoles,
  PROJECT: supervisorRoles,
}

/** A stored rule. The narrowest scope wins: project, farm, organisation, platform. */
export const alertRuleSchema = z.object({
  ...recordFields,
  kind: z.enum(ruleKinds),
  scope: z.enum(ruleScopes),
  /** Id of the organisation, farm or project; null for the platform. */
  scopeId: idSchema.nullable(),
  severity: severitySchema,
  enabled: z.boolean(),
  parameters: z.record(z.string(), z.number()),
  /** When the rule is in force; null means always. */
  schedule: scheduleSchema.nullable(),
})
export type AlertRule = z.infer<typeof alertRuleSchema>

/** Parameters in requests. Each kind's own schema decides which of them it has. */
export const ruleParametersInput = z
  .record(z.string().max(50), z.number().min(-1e9).max(1e9))
  .meta({ maxProperties: 20 })
  .default({})

export const alertRuleInputSchema = z
  .object({
    ...recordInput,
    kind: z.enum(ruleKinds),
    /** PLATFORM holds the defaults, ORGANISATION the rules of the caller's organisation, FARM and PROJECT those of one farm or project. */
    scope: z.enum(ruleScopes).default('FARM'),
    /** Only for a farm's rule. */
    farmId: idSchema.optional(),
    /** Only for a project's rule. */
    projectId: idSchema.optional(),
    severity: severitySchema.optional(),
    enabled: z.boolean().default(true),
    parameters: ruleParametersInput,
    schedule: scheduleSchema.nullable().default(null),
  })
  .superRefine((rule, context) => {
    if ((rule.scope === 'FARM') !== (rule.farmId !== undefined)) {
      context.addIssue({ code: 'custom', path: ['farmId'], message: rule.scope === 'FARM' ? 'required' : 'invalid' })
    }
    if ((rule.scope === 'PROJECT') !== (rule.projectId !== undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['projectId'],
        message: rule.scope === 'PROJECT' ? 'required' : 'invalid',
      })
    }
    const parsed = alertKinds[rule.kind].parameters.strict().safeParse(rule.parameters)
    for (const issue of parsed.error?.issues ?? []) {
      context.addIssue({ ...issue, path: ['parameters', ...issue.path] })
    }
  })

/** The rule of one kind that is in force on a farm, and the wider rules it overrides. Kinds that concern loans may have several. */
export const ruleInForceSchema = alertRuleSchema
  .pick({ kind: true, severity: true, enabled: true, parameters: true, schedule: true })
  .extend({
    /** Whether the rule's schedule is active at this moment. */
    isNow: z.boolean(),
    /** Visible projects whose loans the rule judges. Empty for kinds without loans and on farms without a running project. */
    projects: z.array(z.object({ id: idSchema, name: z.string() })),
    /** All rules that apply to the farm: the one in force first, the widest last. */
    rules: z.array(
      alertRuleSchema.pick({ id: true, scope: true, scopeId: true, enabled: true }).extend({
        /** Name of the farm or project; null for the organisation and the platform. */
        name: z.string().nullable(),
      }),
    ),
  })
export type RuleInForce = z.infer<typeof ruleInForceSchema>

/** Returns the rule in force that judges the subject of an alert; undefined when no rule does any more. */
export function ruleOfAlert(
  { kind, subjectType, subjectId }: Pick<Alert, 'kind' | 'subjectType' | 'subjectId'>,
  rules: readonly RuleInForce[],
): RuleInForce | undefined {
  return rules.find(
    (rule) => rule.kind === kind && (subjectType !== 'PROJECT' || rule.projects.some(({ id }) => id === subjectId)),
  )
}

/** Roles that may see alert rules. The scope of a rule decides who may change it. */
const ruleRoles = ['ADMIN_PLATFORM', ...supervisorRoles] as const

const path = '/collateral/web/alertRule'
/** Reason for the request, shown to its approver. */
const reason = z.string().trim().min(1).max(500)
const requested = z.object({ ticketId: idSchema })

/**
 * A rule is identified by its kind and scope; omitted parameters take their defaults. Removing one puts the wider rule in force again.
 * ADMIN_PLATFORM saves the platform's rules; ADMIN_SUPERVISOR those of the organisation, its farms and its projects. SUPERVISOR_PM saves only those
 * of farms without a running project and of projects that do not run. Otherwise the save fails with 403 APPROVAL_REQUIRED, and `request` or
 * `requestRemoval` asks for approval.
 * A change that would loosen a rule on a farm of a running project fails with 409 PLEDGED and lists the fields in `loosened`. The project's bank is
 * notified when a rule becomes stricter.
 */
export const alertRuleEndpoints = ofNoun('alertRules', {
  ...recordEndpoints({
    path,
    access: ruleRoles,
    item: alertRuleSchema,
    input: alertRuleInputSchema,
    sort: ['id', 'kind'],
    filters: {
      farmId: idSchema.optional(),
      projectId: idSchema.optional(),
      kind: z.enum(ruleKinds).optional(),
      scope: z.enum(ruleScopes).optional(),
    },
    about: 'The platform’s alert rules, the organisation’s, each farm’s and each project’s',
  }),
  inForce: endpoint({
    method: 'POST',
    onlyReads: true,
    path: `${path}/inForce`,
    access: ruleRoles,
    input: z.object({ farmId: idSchema }),
    reply: z.array(ruleInForceSchema),
    summary:
      'Of each kind the rule that is in force on a farm, the scope that it comes from, and those that it takes the place of. A kind about loans goes, for each project, by the rule of that project alone.',
  }),
  reach: endpoint({
    method: 'GET',
    path: `${path}/reach`,
    access: ruleRoles,
    input: z.object({}),
    reply: z.object({
      /** Number of farms that the caller sees. */
      farms: z.number().int(),
      rules: z.array(z.object({ id: idSchema, farms: z.number().int() })),
    }),
    summary:
      'On how many of the caller’s farms each rule is the one in force; a rule that narrower ones replace everywhere is left out.',
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
