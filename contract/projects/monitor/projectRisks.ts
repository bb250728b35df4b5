import type { WatchedProject } from './projectMonitor.ts'

/** Risks that rank projects, most serious first. */
export const projectRisks = [
  'BELOW_MINIMUM',
  'BELOW_WARNING',
  'UNACCOUNTED',
  'CRITICAL_ALERT',
  'UNVERIFIED',
  'STALE_PRICE',
  'INSURANCE_ENDS',
  'NONE',
] as const
export type ProjectRisk = (typeof projectRisks)[number]

/** Age from which a price counts as stale, days. */
export const stalePriceDays = 30

/** Open alerts on a project's farms. */
export interface RiskAlerts {
  /** Number of critical alerts. */
  critical: number
  /** Whether insurance of some heads ends soon or has ended. */
  insuranceEnds: boolean
}

type Risky = Pick<WatchedProject, 'state' | 'unaccounted' | 'unverified' | 'priceAgeDays'>

/** Returns the most serious risk of a project. */
export function riskOf(
  { state, unaccounted, unverified, priceAgeDays }: Risky,
  { critical, insuranceEnds }: RiskAlerts = { critical: 0, insuranceEnds: false },
): ProjectRisk {
  if (state !== 'OK') return state
  if (unaccounted > 0) return 'UNACCOUNTED'
  if (critical > 0) return 'CRITICAL_ALERT'
  if (unverified > 0) return 'UNVERIFIED'
  if (priceAgeDays !== null && priceAgeDays > stalePriceDays) return 'STALE_PRICE'
  return insuranceEnds ? 'INSURANCE_ENDS' : 'NONE'
}

type Ranked = Pick<WatchedProject, 'id' | 'ratio'> & { risk: ProjectRisk }

/**
 * Compares projects by risk, most serious first, then by coverage, lowest first; projects without debt come last. Ties are ordered by id, so that a
 * list stays stable.
 */
export function byRisk(one: Ranked, other: Ranked): number {
  const coverage = ({ ratio }: Ranked) => (ratio === null ? Number.MAX_VALUE : Number(ratio))
  return (
    projectRisks.indexOf(one.risk) - projectRisks.indexOf(other.risk) ||
    coverage(one) - coverage(other) ||
    one.id - other.id
  )
}
