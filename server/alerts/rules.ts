import { defaultSeverity, ruleKinds, ruleParameters } from '#contract/alertRules.ts'
import type { AlertRule, RuleKind, RuleParameters, Severity } from '#contract/alertRules.ts'

/** A rule as it is in force on a farm. */
export interface RuleInForce<K extends RuleKind> {
  enabled: boolean
  severity: Severity
  parameters: RuleParameters<K>
}

export type FarmRules = { [K in RuleKind]: RuleInForce<K> }

/**
 * Which rules are in force on a farm: the farm's own, else its organisation's, else the platform's, else the defaults.
 * Parameters that a rule does not state take the default.
 */
export function rulesFor(farm: { id: number; supervisorOrgId: number | null }, rules: readonly AlertRule[]): FarmRules {
  const rank = (rule: AlertRule) => {
    if (rule.scope === 'FARM') return rule.scopeId === farm.id ? 3 : 0
    if (rule.scope === 'ORGANISATION') return rule.scopeId === farm.supervisorOrgId ? 2 : 0
    return 1
  }
  const inForce = <K extends RuleKind>(kind: K) => {
    const [rule] = rules.filter((one) => one.kind === kind && rank(one) > 0).toSorted((a, b) => rank(b) - rank(a))
    return {
      enabled: rule?.enabled ?? true,
      severity: rule?.severity ?? defaultSeverity[kind],
      parameters: ruleParameters[kind].parse(rule?.parameters ?? {}),
    }
  }
  return Object.fromEntries(ruleKinds.map((kind) => [kind, inForce(kind)])) as FarmRules
}
