import { z } from 'zod'
import { alertKinds, ruleKinds, severitySchema } from './alertKinds.ts'
import { idSchema } from '../calls/envelope.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
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

/**
 * A rule is saved by its kind and scope; parameters left out take the default. The platform’s are for ADMIN_PLATFORM, an
 * organisation’s and its farms’ for ADMIN_SUPERVISOR; SUPERVISOR_PM saves those of farms without a running project (else
 * 403 APPROVAL_REQUIRED). Where one is removed, the wider one is in force again. 409 PLEDGED, with the fields `loosened`, for
 * what would loosen a rule in force on a farm of a running project; what makes it stricter is told to the project’s bank.
 */
export const alertRuleEndpoints = recordEndpoints({
  path: '/collateral/web/alertRule',
  access: ruleRoles,
  item: alertRuleSchema,
  input: alertRuleInputSchema,
  sort: ['id', 'kind'],
  filters: { farmId: idSchema.optional(), kind: z.enum(ruleKinds).optional(), scope: z.enum(ruleScopes).optional() },
  about: 'The platform’s alert rules, the organisation’s and each farm’s',
})
