import { alertKinds, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { RuleKind, RuleParameters, Severity } from '#contract/alerts/alertKinds.ts'
import type { AlertRule } from '#contract/alerts/alertRules.ts'

/** A rule as it is in force on a farm. */
export interface RuleInForce<K extends RuleKind = RuleKind> {
  name: K
  enabled: boolean
  severity: Severity
  parameters: RuleParameters<K>
}

const narrowness = { PLATFORM: 1, ORGANISATION: 2, FARM: 3 } as const

/**
 * The rules in force on a farm, one of each kind: the farm's own, else its organisation's, else the platform's, else the
 * defaults. Parameters that a rule does not state take the default.
 */
export function rulesFor(farm: { id: number; supervisorOrgId: number | null }, rules: readonly AlertRule[]): RuleInForce[] {
  const scopeIds = { PLATFORM: null, ORGANISATION: farm.supervisorOrgId, FARM: farm.id }
  const here = rules
    .filter(({ scope, scopeId }) => scope === 'PLATFORM' || scopeId === scopeIds[scope])
    .toSorted((a, b) => narrowness[b.scope] - narrowness[a.scope])
  return ruleKinds.map((name) => {
    const rule = here.find(({ kind }) => kind === name)
    return {
      name,
      enabled: rule?.enabled ?? true,
      severity: rule?.severity ?? alertKinds[name].severity,
      parameters: alertKinds[name].parameters.parse(rule?.parameters ?? {}),
    }
  })
}
