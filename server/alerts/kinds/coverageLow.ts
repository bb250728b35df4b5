import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { coverageOf, type CoverageLine, type CoverageTerms } from '#contract/projects/coverage.ts'
import type { ProjectKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

const tenThousandths = (value: number) => Math.round(value * 10_000)

/** Judges whether a loan has too little coverage. One that never had collateral is not judged; without its last collateral it has no cover. */
export function evaluate(
  loan: CoverageTerms & { lines: readonly CoverageLine[]; wasPledged?: boolean },
  { clearAbovePercent }: RuleParameters<'COVERAGE_LOW'>,
): Verdict {
  if (loan.lines.length === 0 && loan.wasPledged !== true) return hold
  const { ratio, state } = coverageOf(loan.lines, loan)
  const detail = () => ({ ratio, state })
  if (state !== 'OK') return atLevel('raise', detail)
  // Without debt there is no ratio. Ratios and lines have four decimals, so integers compare them exactly.
  const [cover, line, percent] = [
    tenThousandths(Number(ratio)),
    tenThousandths(Number(loan.warningLine)),
    tenThousandths(1 + clearAbovePercent / 100),
  ]
  return ratio === null || cover * 10_000 >= line * percent ? atLevel('clear', detail) : hold
}

/** A project's herd no longer covers its loan as agreed with the bank. One alert, on the project's first farm and by the rules there. */
export const coverageLow: ProjectKind<'COVERAGE_LOW'> = {
  about: 'PROJECT',
  looksAt: [],
  isIndependent: true,
  raisedOncePerProject: true,
  judgeProject: (_farm, { loan }, parameters) => evaluate(loan, parameters),
  // Falling below the minimum line allows the bank to act, so it always raises a new alert.
  needsNewAlert: (now, told) => now['state'] !== told['state'],
  // Below the minimum line the bank may act at once.
  severityOf: ({ state }, severity) => (state === 'BELOW_MINIMUM' ? 'CRITICAL' : severity),
  isRevised: true,
  // A farm with a lower id may have been added to the project later.
  obsolete: ({ herd }, projectId) =>
    herd.projects.some(({ id, firstFarmId }) => id === projectId && firstFarmId !== herd.id) ? 'TOLD_BY_PROJECT' : null,
}
