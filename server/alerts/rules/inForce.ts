import { isDeepStrictEqual } from 'node:util'
import { alertKinds, type RuleKind, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import { kinds } from '../kinds.ts'
import { stricter } from './loosened.ts'
import { type RuledFarm, type RuleInForce, type RulesByPlace, rulesOf } from './rules.ts'

/**
 * Returns the rules in force on a farm: one per kind; for kinds about loans, one per project, by that project's rules only.
 * For other kinds, which several projects may share, the stricter value of each measure applies, so that no project loosens another's.
 * @param names the kinds to return
 */
export function rulesFor(farm: RuledFarm, rules: RulesByPlace, names: readonly RuleKind[] = ruleKinds): RuleInForce[] {
  const of = (projects: RuledFarm['projects']) => rulesOf({ ...farm, projects }, rules)
  const rulesByProject = (farm.projects.length === 0 ? [[]] : farm.projects.map((project) => [project])).map(
    (projects) => ({ project: projects[0], rules: of(projects) }),
  )
  return names.flatMap((name) => {
    const { about, raisedOncePerProject: isOfWholeProject } = kinds[name]
    const found = rulesByProject.map(({ project, rules }) => ({
      project,
      rule: inForce(
        name,
        rules.find(({ kind }) => kind === name),
      ),
    }))
    if (about !== 'PROJECT') return [found.map(({ rule }) => rule).reduce(stricterOf)]
    return found.flatMap(({ project, rule }) =>
      isOfWholeProject === true && project && project.firstFarmId !== farm.id
        ? []
        : { ...rule, projectId: project?.id ?? null },
    )
  })
}

/** Combines two rules into the stricter one; returns the first when they are equal. */
function stricterOf(one: RuleInForce, other: RuleInForce): RuleInForce {
  if (raiseAlike(one, other)) return one
  const both = { ...one, ...stricter(one, other) }
  return raiseAlike(both, other) ? other : both
}

/** Returns a saved rule, or the defaults of its kind. Missing parameters take their defaults. */
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

/** Returns whether two rules of one kind have the same effect. */
export function raiseAlike(one: RuleInForce | undefined, other: RuleInForce | undefined): boolean {
  return isDeepStrictEqual(one && measuresOf(one), other && measuresOf(other))
}

/** Returns the measures of a rule in force, in the form in which changes are shown. */
export function measuresOf({
  severity,
  enabled,
  parameters,
  schedule,
}: RuleInForce): Pick<RuleInForce, 'severity' | 'enabled' | 'parameters' | 'schedule'> {
  return { severity, enabled, parameters, schedule }
}
