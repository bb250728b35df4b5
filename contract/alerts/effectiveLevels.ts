import { alertKinds, type Loosening, type RuleKind } from './alertKinds.ts'

/**
 * Returns a rule's parameters as the engine applies them. A clear level (`clearPercent`) beyond its raise level (`raisePercent`) is capped at the
 * raise level, so that a raising value never clears.
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
