import type { RuleKind, RuleParameters, Severity } from '#contract/alerts/alertKinds.ts'
import { type AlertRule, type RuleScope, ruleScopes } from '#contract/alerts/alertRules.ts'
import type { Schedule } from '#contract/alerts/schedules.ts'

/** A rule as it is in force on a farm. */
export interface RuleInForce<K extends RuleKind = RuleKind> {
  name: K
  /** Of a kind about loans, the project whose loan it judges; null: everything that the kind is about. */
  projectId: number | null
  /** The saved rule that says so; null: none does, these are the defaults. */
  ruleId: number | null
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

/** The rules that are for a farm, the narrowest first: those of the projects that run on it, of the farm, of its organisation, and of the platform. */
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
