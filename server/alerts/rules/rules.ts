import type { RuleKind, RuleParameters, Severity } from '#contract/alerts/alertKinds.ts'
import type { AlertRule, RuleScope } from '#contract/alerts/alertRules.ts'
import type { Schedule } from '#contract/alerts/schedules.ts'

/** A rule in force on a farm. */
export interface RuleInForce<K extends RuleKind = RuleKind> {
  name: K
  /** For a kind about loans, the project whose loan it judges; null for all other kinds. */
  projectId: number | null
  /** The saved rule; null for defaults. */
  ruleId: number | null
  enabled: boolean
  severity: Severity
  parameters: RuleParameters<K>
  /** When it is in force, in the farm's time zone; null: always. */
  schedule: Schedule | null
}

/** Facts that decide which rules apply to a farm: its id, its supervisor, and its projects, longest running first. */
export interface RuledFarm {
  id: number
  supervisorOrgId: number | null
  projects: readonly { id: number; firstFarmId: number }[]
}

/** Rules by scope and scope id, so that a farm reads only its own. */
export type RulesByPlace<R extends Place = AlertRule> = ReadonlyMap<string, readonly R[]>
type Place = Pick<AlertRule, 'scope' | 'scopeId'>

const placeOf = (scope: RuleScope, scopeId: number | null) => `${scope} ${scopeId}`

export function rulesByPlace<R extends Place>(rules: readonly R[]): RulesByPlace<R> {
  return Map.groupBy(rules, ({ scope, scopeId }) => placeOf(scope, scopeId))
}

/** Returns the rules for a farm, narrowest first: of its projects, the farm, its organisation, and the platform. */
export function rulesOf<R extends Place>({ id, supervisorOrgId, projects }: RuledFarm, rules: RulesByPlace<R>): R[] {
  const places = [
    ...projects.map((project) => placeOf('PROJECT', project.id)),
    placeOf('FARM', id),
    placeOf('ORGANISATION', supervisorOrgId),
    placeOf('PLATFORM', null),
  ]
  return places.flatMap((place) => rules.get(place) ?? [])
}
