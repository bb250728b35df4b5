import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { coverageOf, type CoverageLine, type CoverageTerms } from '#contract/projects/coverage.ts'
import type { ProjectKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

const tenThousandths = (value: number) => Math.round(value * 10_000)

/** Whether a loan that has collateral is covered too low. */
export function evaluate(loan: CoverageTerms & { lines: readonly CoverageLine[] }, { clearAbovePercent }: RuleParameters<'COVERAGE_LOW'>): Verdict {
  if (loan.lines.length === 0) return hold
  const { ratio, state } = coverageOf(loan.lines, loan)
  const detail = () => ({ ratio, state })
  if (state !== 'OK') return atLevel('raise', detail)
  // Where nothing is owed there is no ratio. Ratios and lines have four places: whole numbers compare them exactly.
  const [cover, line, percent] = [tenThousandths(Number(ratio)), tenThousandths(Number(loan.warningLine)), tenThousandths(1 + clearAbovePercent / 100)]
  return ratio === null || cover * 10_000 >= line * percent ? atLevel('clear', detail) : hold
}

/** The herd of a project no longer covers its loan as its bank was promised: one alert, on the first of its farms and by the rules there. */
export const coverageLow: ProjectKind<'COVERAGE_LOW'> = {
  about: 'PROJECT',
  looksAt: [],
  standsAlone: true,
  isOfWholeProject: true,
  judgeProject: (_farm, { loan }, parameters) => evaluate(loan, parameters),
  // Below the minimum line its bank may act, each time, be it told of the warning line or not.
  isOther: (now, told) => now['state'] !== told['state'],
  // One that came to it later may be its first.
  obsolete: ({ herd }, projectId) => (herd.projects.some(({ id, firstFarmId }) => id === projectId && firstFarmId !== herd.id) ? 'TOLD_BY_PROJECT' : null),
}
