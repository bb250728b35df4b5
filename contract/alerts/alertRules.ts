import { z } from 'zod'
import { alertKinds, ruleKinds, severitySchema } from './alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

export const ruleScopes = ['PLATFORM', 'ORGANISATION', 'FARM'] as const
export type RuleScope = (typeof ruleScopes)[number]

/** A rule as it is stored. The narrower scope wins: farm, then organisation, then platform. */
export const alertRuleSchema = z.object({
  ...recordFields,
  kind: z.enum(ruleKinds),
  scope: z.enum(ruleScopes),
  /** The organisation or the farm; null for the platform. */
  scopeId: idSchema.nullable(),
  severity: severitySchema,
  enabled: z.boolean(),
  parameters: z.record(z.string(), z.number()),
})
export type AlertRule = z.infer<typeof alertRuleSchema>

export const alertRuleInputSchema = z
  .object({
    ...recordInput,
    kind: z.enum(ruleKinds),
    /** The platform's defaults, the rules of the caller's organisation, or those of one farm. */
    scope: z.enum(ruleScopes).default('FARM'),
    /** The farm, for a farm's rule alone. */
    farmId: idSchema.optional(),
    severity: severitySchema.optional(),
    enabled: z.boolean().default(true),
    parameters: z.record(z.string(), z.number()).default({}),
  })
  .superRefine((rule, context) => {
    if ((rule.scope === 'FARM') !== (rule.farmId !== undefined)) {
      context.addIssue({ code: 'custom', path: ['farmId'], message: rule.scope === 'FARM' ? 'required' : 'invalid' })
    }
    const parsed = alertKinds[rule.kind].parameters.strict().safeParse(rule.parameters)
    for (const issue of parsed.error?.issues ?? []) {
      context.addIssue({ ...issue, path: ['parameters', ...issue.path] })
    }
  })

/** Who may see alert rules; who may change which is a matter of their scope. */
const ruleRoles = ['ADMIN_PLATFORM', ...supervisorRoles] as const

const path = '/collateral/web/alertRule'
/** Why a change is asked for, as whoever decides it reads it. */
const reason = z.string().trim().min(1).max(500)
const requested = z.object({ ticketId: idSchema })

/**
 * A rule is saved by its kind and scope; parameters left out take the default. The platform’s are for ADMIN_PLATFORM, an
 * organisation’s and its farms’ for ADMIN_SUPERVISOR; SUPERVISOR_PM saves those of farms without a running project (else
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
    filters: { farmId: idSchema.optional(), kind: z.enum(ruleKinds).optional(), scope: z.enum(ruleScopes).optional() },
    about: 'The platform’s alert rules, the organisation’s and each farm’s',
  }),
  request: endpoint({
    method: 'POST',
    path: `${path}/request`,
    access: ['SUPERVISOR_PM'],
    input: alertRuleInputSchema.safeExtend({ reason }),
    reply: requested,
    summary:
      'Asks ADMIN_SUPERVISOR to save a farm’s rule: a RULE_CHANGE ticket, whose approval saves it. 409 CONFLICT where a request for the farm’s rule of that kind waits already; 409 PLEDGED as a save.',
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
