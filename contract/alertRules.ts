import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idSchema, listInput, listReply } from './envelope.ts'
import { supervisorRoles } from './roles.ts'

export const severities = ['CRITICAL', 'MAJOR', 'MINOR', 'INFO'] as const
export const severitySchema = z.enum(severities)
export type Severity = z.infer<typeof severitySchema>

const minutes = z.number().min(0).max(43_200)
const percent = z.number().min(0).max(100)

const timing = {
  /** How long the raise level must hold before the alert is raised. */
  raiseDelayMinutes: minutes,
  /** How long the clear level must hold before the alert is cleared. */
  clearDelayMinutes: minutes,
}

/**
 * The parameters of each rule kind with the platform's defaults. The raise and the clear level lie apart (hysteresis),
 * so that a value on the edge does not flap.
 */
export const ruleParameters = {
  NECKBAND_SILENT: z.object({
    /** Not heard for so long. */
    silentMinutes: minutes.default(60),
    raiseDelayMinutes: timing.raiseDelayMinutes.default(0),
    clearDelayMinutes: timing.clearDelayMinutes.default(0),
  }),
  SITE_OUTAGE: z.object({
    /** More than this share of a farm's neckbands … */
    raisePercent: percent.default(50),
    /** … until fewer than this share … */
    clearPercent: percent.default(25),
    /** … not heard for so long. */
    silentMinutes: minutes.default(10),
    raiseDelayMinutes: timing.raiseDelayMinutes.default(5),
    clearDelayMinutes: timing.clearDelayMinutes.default(5),
  }),
  GATEWAY_OFFLINE: z.object({
    offlineMinutes: minutes.default(10),
    raiseDelayMinutes: timing.raiseDelayMinutes.default(0),
    clearDelayMinutes: timing.clearDelayMinutes.default(0),
  }),
  LEFT_PEN: z.object({
    /** Metres outside the pen's fence that are still inside: positions scatter by as much. */
    bufferMetres: z.number().min(0).max(10_000).default(3),
    /** Back within so many metres outside the fence clears it. */
    clearMetres: z.number().min(0).max(10_000).default(1),
    raiseDelayMinutes: timing.raiseDelayMinutes.default(0.5),
    clearDelayMinutes: timing.clearDelayMinutes.default(1),
  }),
  LOW_BATTERY: z.object({
    raisePercent: percent.default(15),
    clearPercent: percent.default(20),
    raiseDelayMinutes: timing.raiseDelayMinutes.default(0),
    clearDelayMinutes: timing.clearDelayMinutes.default(0),
  }),
} as const satisfies Record<string, z.ZodObject>

export type RuleKind = keyof typeof ruleParameters
export type RuleParameters<K extends RuleKind> = z.output<(typeof ruleParameters)[K]>
export const ruleKinds = Object.keys(ruleParameters) as [RuleKind, ...RuleKind[]]

export const defaultSeverity = {
  NECKBAND_SILENT: 'MAJOR',
  SITE_OUTAGE: 'MAJOR',
  GATEWAY_OFFLINE: 'MAJOR',
  LEFT_PEN: 'CRITICAL',
  LOW_BATTERY: 'MINOR',
} as const satisfies Record<RuleKind, Severity>

/** A rule as it is kept. The narrower scope wins: farm, then organisation, then platform. */
export const alertRuleSchema = z.object({
  id: idSchema,
  kind: z.enum(ruleKinds),
  scope: z.enum(['PLATFORM', 'ORGANISATION', 'FARM']),
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
    farmId: idSchema,
    severity: severitySchema.optional(),
    enabled: z.boolean().default(true),
    parameters: z.record(z.string(), z.number()).default({}),
  })
  .superRefine((rule, context) => {
    const parsed = ruleParameters[rule.kind].strict().safeParse(rule.parameters)
    for (const issue of parsed.error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['parameters', ...issue.path], message: issue.message })
    }
  })

export const alertRuleEndpoints = {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/alertRule/list',
    access: supervisorRoles,
    input: listInput(['id', 'kind'], { farmId: idSchema.optional(), kind: z.enum(ruleKinds).optional() }),
    reply: listReply(alertRuleSchema),
    summary: 'Alert rules in force: the platform’s, the organisation’s and each farm’s.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: '/collateral/web/alertRule/addOrEdit',
    access: supervisorRoles,
    input: alertRuleInputSchema,
    reply: alertRuleSchema,
    summary: 'Sets the rule of a kind for one farm; parameters left out take the default.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/alertRule/del/{id}',
    access: supervisorRoles,
    input: z.object({ id: z.coerce.number().pipe(idSchema) }),
    reply: z.object({}),
    summary: 'Removes a farm’s own rule; the wider one is in force again.',
  }),
}
