import { alertKinds, type Loosening, severities } from '#contract/alerts/alertKinds.ts'
import type { RuleInForce } from './rules.ts'
import { covers } from '../schedules/schedules.ts'

/** The parts of a rule in force that raise less, later or not at all after a change, named as a save names them: `enabled`, `severity`, `schedule`, `parameters.bufferMetres`. */
export function loosened(before: RuleInForce, after: RuleInForce): string[] {
  if (!before.enabled) return []
  if (!after.enabled) return ['enabled']
  const ways: Record<string, Loosening> = alertKinds[before.name].loosenedBy
  const was: Record<string, number> = before.parameters
  const is: Record<string, number> = after.parameters
  const fields = Object.entries(ways).flatMap(([name, way]) => (isLooser(way, was[name] ?? 0, is[name] ?? 0) ? [`parameters.${name}`] : []))
  if (!covers(after.schedule, before.schedule) || (isEither(ways) && !covers(before.schedule, after.schedule))) fields.unshift('schedule')
  return severities.indexOf(after.severity) > severities.indexOf(before.severity) ? ['severity', ...fields] : fields
}

/** Whether a kind is loosened by raising more, too: what its alerts explain hides others. */
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
