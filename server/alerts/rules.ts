import { alertKinds, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { RuleKind, RuleParameters, Severity } from '#contract/alerts/alertKinds.ts'
import { type AlertRule, type RuleScope, ruleScopes } from '#contract/alerts/alertRules.ts'
import type { Schedule } from '#contract/alerts/schedules.ts'

/** A rule as it is in force on a farm. */
export interface RuleInForce<K extends RuleKind = RuleKind> {
  name: K
  enabled: boolean
  severity: Severity
  parameters: RuleParameters<K>
  /** When it is in force, by the farm's clocks; null: always. */
  schedule: Schedule | null
}

/** The facts that decide which rules are a farm's: its owner, its supervisor, and the projects that run on it. */
export interface RuledFarm {
  id: number
  supervisorOrgId: number | null
  projects: readonly { id: number }[]
}

/**
 * The rules that are for a farm, the one in force first: those of a project that runs on it, of the farm, of its organisation, and of
 * the platform. Of two projects the one that was made first counts.
 */
export function rulesOf<R extends Pick<AlertRule, 'scope' | 'scopeId'>>({ id, supervisorOrgId, projects }: RuledFarm, rules: readonly R[]): R[] {
  const isHere = ({ scope, scopeId }: R) => {
    const places: Record<RuleScope, boolean> = {
      PLATFORM: true,
      ORGANISATION: scopeId === supervisorOrgId,
      FARM: scopeId === id,
      PROJECT: projects.some((project) => project.id === scopeId),
    }
    return places[scope]
  }
  const narrowness = ({ scope }: R) => ruleScopes.indexOf(scope)
  return rules.filter(isHere).toSorted((a, b) => narrowness(b) - narrowness(a) || (a.scopeId ?? 0) - (b.scopeId ?? 0))
}

/**
 * The rules in force on a farm, one of each kind: the first of those that are for it, else the defaults. Parameters that a rule does
 * not state take the default.
 */
export function rulesFor(farm: RuledFarm, rules: readonly AlertRule[]): RuleInForce[] {
  const here = rulesOf(farm, rules)
  return ruleKinds.map((name) => {
    const rule = here.find(({ kind }) => kind === name)
    return {
      name,
      enabled: rule?.enabled ?? true,
      severity: rule?.severity ?? alertKinds[name].severity,
      parameters: alertKinds[name].parameters.parse(rule?.parameters ?? {}),
      schedule: rule?.schedule ?? null,
    }
  })
}
