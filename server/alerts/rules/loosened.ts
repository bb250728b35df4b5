import { alertKinds, type Loosening, severities } from '#contract/alerts/alertKinds.ts'
import type { RuleInForce } from './rules.ts'
import { covers } from '../schedules/schedules.ts'

/**
 * Returns the fields of a rule that raise less, later or never after a change, with the names of a save:
 * `enabled`, `severity`, `schedule`, `parameters.bufferMetres`.
 */
export function loosened(before: RuleInForce, after: RuleInForce): string[] {
  if (!before.enabled) return []
  if (!after.enabled) return ['enabled']
  const ways: Record<string, Loosening> = alertKinds[before.name].loosenedBy
  const was: Record<string, number> = before.parameters
  const is: Record<string, number> = after.parameters
  const fields = Object.entries(ways).flatMap(([name, way]) =>
    isLooser(way, was[name] ?? 0, is[name] ?? 0) ? [`parameters.${name}`] : [],
  )
  if (!covers(after.schedule, before.schedule) || (isEither(ways) && !covers(before.schedule, after.schedule)))
    fields.unshift('schedule')
  return severities.indexOf(after.severity) > severities.indexOf(before.severity) ? ['severity', ...fields] : fields
}

/**
 * Combines two rules of one kind into the values that raise more, earlier or longer.
 * Returns the first rule for kinds that raising more would also loosen.
 */
export function stricter(
  one: RuleInForce,
  other: RuleInForce,
): Pick<RuleInForce, 'enabled' | 'severity' | 'parameters' | 'schedule'> {
  const ways: Record<string, Loosening> = alertKinds[one.name].loosenedBy
  if (isEither(ways) || !other.enabled) return one
  if (!one.enabled) return other
  const others: Record<string, number> = other.parameters
  const parameters = Object.fromEntries(
    Object.entries<number>(one.parameters).map(([name, value]) => [
      name,
      isLooser(ways[name] ?? 'either', value, others[name] ?? value) ? value : others[name],
    ]),
  )
  return {
    enabled: true,
    severity: severities.indexOf(other.severity) < severities.indexOf(one.severity) ? other.severity : one.severity,
    parameters: alertKinds[one.name].parameters.parse(parameters),
    schedule: covers(one.schedule, other.schedule)
      ? one.schedule
      : covers(other.schedule, one.schedule)
        ? other.schedule
        : null,
  }
}

/** Returns whether raising more also loosens a kind: what its alerts explain hides other alerts. */
const isEither = (ways: Record<string, Loosening>) => Object.values(ways).includes('either')

function isLooser(way: Loosening, before: number, after: number): boolean {
  switch (way) {
    case 'higher':
      return after > before
    case 'lower':
      return after < before
    case 'either':
      return after !== before
  }
}
