import { z } from 'zod'
import { alertKinds, ruleKinds, severitySchema } from './alertKinds.ts'
import { endpoint } from './endpoint.ts'
import { idSchema, listInput, listReply } from './envelope.ts'
import { supervisorRoles } from './roles.ts'

export const ruleScopes = ['PLATFORM', 'ORGANISATION', 'FARM'] as const
export type RuleScope = (typeof ruleScopes)[number]

/** A rule as it is stored. The narrower scope wins: farm, then organisation, then platform. */
export const alertRuleSchema = z.object({
  id: idSchema,
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
      context.addIssue({ code: 'custom', path: ['parameters', ...issue.path], message: issue.message })
    }
  })

/** Who may see alert rules; who may change which is a matter of their scope. */
const ruleRoles = ['ADMIN_PLATFORM', ...supervisorRoles] as const

export const alertRuleEndpoints = {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/alertRule/list',
    access: ruleRoles,
    input: listInput(['id', 'kind'], { farmId: idSchema.optional(), kind: z.enum(ruleKinds).optional() }),
    reply: listReply(alertRuleSchema),
    summary: 'The platform’s alert rules, the organisation’s and each farm’s.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: '/collateral/web/alertRule/addOrEdit',
    access: ruleRoles,
    input: alertRuleInputSchema,
    reply: alertRuleSchema,
    summary: 'Sets the rule of a kind; parameters left out take the default. The platform’s are for ADMIN_PLATFORM, an organisation’s and its farms’ for ADMIN_SUPERVISOR; SUPERVISOR_PM sets those of farms without a running project (else 403 APPROVAL_REQUIRED).',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/alertRule/del/{id}',
    access: ruleRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: z.object({}),
    summary: 'Removes the rule of a farm or an organisation; the wider one is in force again. Who may is as for setting it.',
  }),
}
