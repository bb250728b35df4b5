import type { WatchedProject } from './projectMonitor.ts'

/** Why a project stands where it stands among others, from the gravest on. */
export const projectRisks = ['BELOW_MINIMUM', 'BELOW_WARNING', 'UNACCOUNTED', 'CRITICAL_ALERT', 'UNVERIFIED', 'NONE'] as const
export type ProjectRisk = (typeof projectRisks)[number]

/** @param criticalAlerts how many critical alerts are open on its farms */
export function riskOf({ state, unaccounted, unverified }: Pick<WatchedProject, 'state' | 'unaccounted' | 'unverified'>, criticalAlerts = 0): ProjectRisk {
  if (state !== 'OK') return state
  if (unaccounted > 0) return 'UNACCOUNTED'
  if (criticalAlerts > 0) return 'CRITICAL_ALERT'
  return unverified > 0 ? 'UNVERIFIED' : 'NONE'
}

type Ranked = Pick<WatchedProject, 'id' | 'ratio'> & { risk: ProjectRisk }

/** The gravest risk first; within one the lowest coverage, and where nothing is owed last. Those alike keep their order, so that a list does not hop. */
export function byRisk(one: Ranked, other: Ranked): number {
  const coverage = ({ ratio }: Ranked) => (ratio === null ? Number.MAX_VALUE : Number(ratio))
  return projectRisks.indexOf(one.risk) - projectRisks.indexOf(other.risk) || coverage(one) - coverage(other) || one.id - other.id
}
