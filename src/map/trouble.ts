import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { MapState } from './mapState.ts'

/** States of a farm or pen, worst first. */
export const troubles = ['critical', 'major', 'minor', 'unverified', 'normal'] as const
export type Trouble = (typeof troubles)[number]

const ofSeverity = { CRITICAL: 'critical', MAJOR: 'major', MINOR: 'minor', INFO: 'normal' } as const satisfies Record<
  Severity,
  Trouble
>

export function severityTrouble(severity: Severity): Trouble {
  return ofSeverity[severity]
}

export function worse(a: Trouble, b: Trouble): Trouble {
  return troubles.indexOf(a) <= troubles.indexOf(b) ? a : b
}

export function farmTrouble(farmId: number, { alerts, headcounts }: Pick<MapState, 'alerts' | 'headcounts'>): Trouble {
  const headcount = headcounts.get(farmId)
  let trouble: Trouble = headcount?.unaccounted ? 'major' : headcount?.unverified ? 'unverified' : 'normal'
  for (const alert of alerts) if (alert.farmId === farmId) trouble = worse(trouble, ofSeverity[alert.severity])
  return trouble
}

/** Returns the state of a pen, from missing heads and from alerts that need attention there, but not from minor ones. */
export function penTrouble(
  penId: number,
  { alerts, penCounts }: Pick<MapState, 'alerts' | 'penCounts'>,
): 'major' | 'unverified' | 'normal' {
  const count = penCounts.get(penId)
  const alerted = alerts.some(
    ({ farmSlotId, severity }) => farmSlotId === penId && (severity === 'CRITICAL' || severity === 'MAJOR'),
  )
  if (count?.unaccounted || (alerted && !count?.unverified)) return 'major'
  return count?.unverified ? 'unverified' : 'normal'
}
