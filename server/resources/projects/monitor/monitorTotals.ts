import { type CoverageState, roundToMoney, toDecimal, toWhole } from '#contract/projects/coverage.ts'
import type { ProjectTotals, WatchedProject } from '#contract/projects/monitor/projectMonitor.ts'
import type { Figures } from '../headcount/projectFigures.ts'

/**
 * Sums up projects. Values are added exactly and rounded once. The ratio is their total value divided by their total balance.
 * @param exactOf returns the values of a project before rounding
 */
export function totalsOf(
  projects: readonly WatchedProject[],
  exactOf: (projectId: number) => Figures['exact'] | undefined,
): ProjectTotals {
  const exactly = (of: keyof Figures['exact']) =>
    projects.reduce((total, { id }) => total + (exactOf(id)?.[of] ?? 0n), 0n)
  const balance = sumInCents(projects, (one) => one.balance)
  const value = exactly('value')
  return {
    projects: projects.length,
    ledger: sum(projects, (one) => one.ledger),
    heard: sum(projects, (one) => one.heard),
    unverified: sum(projects, (one) => one.unverified),
    unaccounted: sum(projects, (one) => one.unaccounted),
    unverifiedValue: roundToMoney(exactly('unverifiedValue')),
    changeToday: sum(projects, (one) => one.changeToday),
    gainedToday: sum(projects, (one) => one.gainedToday),
    lostToday: sum(projects, (one) => one.lostToday),
    change7Days: sum(projects, (one) => one.change7Days),
    change30Days: sum(projects, (one) => one.change30Days),
    balance: toDecimal(balance, 2),
    value: roundToMoney(value),
    // Rounded down, like the ratio of a single project.
    ratio: balance === 0n ? null : toDecimal(value / balance, 4),
    belowMinimum: below(projects, 'BELOW_MINIMUM'),
    belowWarning: below(projects, 'BELOW_WARNING'),
  }
}

function below(projects: readonly WatchedProject[], state: CoverageState): ProjectTotals['belowMinimum'] {
  const affected = projects.filter((one) => one.state === state)
  return {
    projects: affected.length,
    balance: toDecimal(
      sumInCents(affected, (one) => one.balance),
      2,
    ),
    headsToCure: sum(affected, (one) => one.headsToCure ?? 0),
    cashToCure: toDecimal(
      sumInCents(affected, (one) => one.cashToCure ?? '0'),
      2,
    ),
  }
}

const sum = (projects: readonly WatchedProject[], of: (one: WatchedProject) => number) =>
  projects.reduce((total, one) => total + of(one), 0)
/** Sums an amount of all projects, in cents. */
const sumInCents = (projects: readonly WatchedProject[], of: (one: WatchedProject) => string) =>
  projects.reduce((total, one) => total + toWhole(of(one), 2), 0n)
