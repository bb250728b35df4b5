import { coverageOf, type CoverageLine, type CoverageTerms } from '#contract/projects/coverage.ts'
import type { FarmKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

/** Whether a loan that has collateral is covered too low. */
export function evaluate(loan: CoverageTerms & { lines: readonly CoverageLine[] }): Verdict {
  if (loan.lines.length === 0) return hold
  const { ratio, state } = coverageOf(loan.lines, loan)
  return atLevel(state === 'OK' ? 'clear' : 'raise', () => ({ ratio, state }))
}

/** The herd of a project no longer covers its loan as its bank was promised. */
export const coverageLow: FarmKind<'COVERAGE_LOW'> = {
  about: 'PROJECT',
  looksAt: [],
  standsAlone: true,
  *judgeAll({ herd }) {
    for (const { id, code, loan } of herd.projects) yield { subjectId: id, subjectName: code, penId: null, verdict: evaluate(loan) }
  },
}
