import { isDeepStrictEqual } from 'node:util'
import { alertKinds, type RuleKind, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import { kinds } from '../kinds.ts'
import { loosened } from './loosened.ts'
import { type RuledFarm, type RuleInForce, rulesOf } from './rules.ts'

/**
 * The rules in force on a farm, kind by kind: one of each, and of a kind about loans one for each project that runs there, which goes by
 * the rules of that project alone. The others are about what several projects may share: there the one that was made first counts,
 * unless that of another raises as much and more, so that no project loosens what holds for another.
 */
export function rulesFor(farm: RuledFarm, rules: readonly AlertRule[]): RuleInForce[] {
  const here = rulesOf(farm, rules)
  const ofEach = farm.projects.length < 2 ? [here] : farm.projects.map((project) => rulesOf({ ...farm, projects: [project] }, here))
  return ruleKinds.flatMap((name) => {
    const found = ofEach.map((its) => inForce(name, its.find(({ kind }) => kind === name)))
    if (kinds[name].about !== 'PROJECT') return [found.reduce((first, other) => (raiseAlike(first, other) || loosened(first, other).length > 0 ? first : other))]
    return found.map((rule, place) => ({ ...rule, projectId: farm.projects[place]?.id ?? null }))
  })
}

/** A rule, or the defaults of its kind. Parameters that it does not state take the default. */
function inForce(name: RuleKind, rule: AlertRule | undefined): RuleInForce {
  return {
    name,
    projectId: null,
    ruleId: rule?.id ?? null,
    enabled: rule?.enabled ?? true,
    severity: rule?.severity ?? alertKinds[name].severity,
    parameters: alertKinds[name].parameters.parse(rule?.parameters ?? {}),
    schedule: rule?.schedule ?? null,
  }
}

/** Whether two rules of one kind raise the same, whoever says so. */
export function raiseAlike(one: RuleInForce | undefined, other: RuleInForce | undefined): boolean {
  return isDeepStrictEqual(one && measuresOf(one), other && measuresOf(other))
}

/** What a rule in force does: as a change of it is shown. */
export function measuresOf({ severity, enabled, parameters, schedule }: RuleInForce): Pick<RuleInForce, 'severity' | 'enabled' | 'parameters' | 'schedule'> {
  return { severity, enabled, parameters, schedule }
}
