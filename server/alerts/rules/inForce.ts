import { isDeepStrictEqual } from 'node:util'
import { alertKinds, type RuleKind, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import { kinds } from '../kinds.ts'
import { stricter } from './loosened.ts'
import { type RuledFarm, type RuleInForce, type RulesByPlace, rulesOf } from './rules.ts'

/**
 * The rules in force on a farm, kind by kind: one of each, and of a kind about loans one for each project that is judged there, which goes
 * by the rules of that project alone. The others are about what several projects may share: there the stricter of each measure counts, so
 * that no project loosens what holds for another.
 * @param names the kinds that are asked for
 */
export function rulesFor(farm: RuledFarm, rules: RulesByPlace, names: readonly RuleKind[] = ruleKinds): RuleInForce[] {
  const of = (projects: RuledFarm['projects']) => rulesOf({ ...farm, projects }, rules)
  const here = (farm.projects.length === 0 ? [[]] : farm.projects.map((project) => [project])).map((projects) => ({ project: projects[0], rules: of(projects) }))
  return names.flatMap((name) => {
    const { about, isOfWholeProject } = kinds[name]
    const found = here.map(({ project, rules }) => ({ project, rule: inForce(name, rules.find(({ kind }) => kind === name)) }))
    if (about !== 'PROJECT') return [found.map(({ rule }) => rule).reduce(stricterOf)]
    return found.flatMap(({ project, rule }) => (isOfWholeProject === true && project && project.firstFarmId !== farm.id ? [] : { ...rule, projectId: project?.id ?? null }))
  })
}

/** What holds for two at once; the first's, where both say the same. */
function stricterOf(one: RuleInForce, other: RuleInForce): RuleInForce {
  if (raiseAlike(one, other)) return one
  const both = { ...one, ...stricter(one, other) }
  return raiseAlike(both, other) ? other : both
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
