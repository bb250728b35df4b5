import type { RuleKind, RuleParameters, Severity } from '#contract/alerts/alertKinds.ts'
import type { AlertRule, RuleScope } from '#contract/alerts/alertRules.ts'
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

/** The facts that decide which rules are a farm's: its owner, its supervisor, and the projects there, the one that runs longest first. */
export interface RuledFarm {
  id: number
  supervisorOrgId: number | null
  projects: readonly { id: number; firstFarmId: number }[]
}

/** Rules by their scope and what it is: a farm looks at its own few. */
export type RulesByPlace<R extends Place = AlertRule> = ReadonlyMap<string, readonly R[]>
type Place = Pick<AlertRule, 'scope' | 'scopeId'>

const placeOf = (scope: RuleScope, scopeId: number | null) => `${scope} ${scopeId}`

export function rulesByPlace<R extends Place>(rules: readonly R[]): RulesByPlace<R> {
  return Map.groupBy(rules, ({ scope, scopeId }) => placeOf(scope, scopeId))
}

/** The rules that are for a farm, the narrowest first: those of the projects there, of the farm, of its organisation, and of the platform. */
export function rulesOf<R extends Place>({ id, supervisorOrgId, projects }: RuledFarm, rules: RulesByPlace<R>): R[] {
  const places = [...projects.map((project) => placeOf('PROJECT', project.id)), placeOf('FARM', id), placeOf('ORGANISATION', supervisorOrgId), placeOf('PLATFORM', null)]
  return places.flatMap((place) => rules.get(place) ?? [])
}
