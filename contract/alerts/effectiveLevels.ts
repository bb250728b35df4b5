import { alertKinds, type Loosening, type RuleKind } from './alertKinds.ts'

/**
 * The parameters of a rule as it is judged: what raises an alert does not clear it, so that a clear level (`clearPercent`) which lies
 * beyond its raise level (`raisePercent`) is that level.
 */
export function effectiveLevels(kind: RuleKind, parameters: Readonly<Record<string, number>>): Record<string, number> {
  const loosenedBy: Readonly<Record<string, Loosening>> = alertKinds[kind].loosenedBy
  return Object.fromEntries(
    Object.entries(parameters).map(([name, level]) => {
      const raising = name.replace(/^clear/, 'raise')
      const limit = parameters[raising]
      if (limit === undefined || raising === name || name.endsWith('DelayMinutes')) return [name, level]
      if (loosenedBy[raising] === 'higher') return [name, Math.min(level, limit)]
      return [name, loosenedBy[raising] === 'lower' ? Math.max(level, limit) : level]
    }),
  )
}
