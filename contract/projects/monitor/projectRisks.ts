import type { WatchedProject } from './projectMonitor.ts'

/** Why a project stands where it stands among others, from the gravest on. */
export const projectRisks = ['BELOW_MINIMUM', 'BELOW_WARNING', 'UNACCOUNTED', 'CRITICAL_ALERT', 'UNVERIFIED', 'STALE_PRICE', 'INSURANCE_ENDS', 'NONE'] as const
export type ProjectRisk = (typeof projectRisks)[number]

/** A price that is older tells little of what heads are worth, days. */
export const stalePriceDays = 30

/** The open alerts on a project's farms. */
export interface RiskAlerts {
  /** How many of them are critical. */
  critical: number
  /** Whether insurance of its heads ends soon, or has ended. */
  insuranceEnds: boolean
}

type Risky = Pick<WatchedProject, 'state' | 'unaccounted' | 'unverified' | 'priceAgeDays'>

/** The gravest reason why a project is at risk. */
export function riskOf({ state, unaccounted, unverified, priceAgeDays }: Risky, { critical, insuranceEnds }: RiskAlerts = { critical: 0, insuranceEnds: false }): ProjectRisk {
  if (state !== 'OK') return state
  if (unaccounted > 0) return 'UNACCOUNTED'
  if (critical > 0) return 'CRITICAL_ALERT'
  if (unverified > 0) return 'UNVERIFIED'
  if (priceAgeDays !== null && priceAgeDays > stalePriceDays) return 'STALE_PRICE'
  return insuranceEnds ? 'INSURANCE_ENDS' : 'NONE'
}

type Ranked = Pick<WatchedProject, 'id' | 'ratio'> & { risk: ProjectRisk }

/** The gravest risk first; within one the lowest coverage, and where nothing is owed last. Those alike keep their order, so that a list does not hop. */
export function byRisk(one: Ranked, other: Ranked): number {
  const coverage = ({ ratio }: Ranked) => (ratio === null ? Number.MAX_VALUE : Number(ratio))
  return projectRisks.indexOf(one.risk) - projectRisks.indexOf(other.risk) || coverage(one) - coverage(other) || one.id - other.id
}
