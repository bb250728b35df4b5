import { coverageOf, type CoverageLine, type CoverageTerms } from '#contract/projects/coverage.ts'
import type { FarmKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

interface Covered {
  code: string
  loan: CoverageTerms & { lines: readonly CoverageLine[] }
}

/** Of the projects that have collateral, those whose coverage is low, the worst first. */
export function evaluate(projects: readonly Covered[]): Verdict {
  const pledged = projects.filter(({ loan }) => loan.lines.length > 0)
  if (pledged.length === 0) return hold
  const low = pledged
    .map(({ code, loan }) => ({ code, ...coverageOf(loan.lines, loan) }))
    .filter(({ state }) => state !== 'OK')
    .toSorted((one, other) => Number(one.ratio) - Number(other.ratio))
  const [worst] = low
  const detail = () => ({ projects: low.map(({ code }) => code).join('\n'), ratio: worst?.ratio ?? null, state: worst?.state ?? null })
  return atLevel(worst ? 'raise' : 'clear', detail)
}

/** The herd of a farm no longer covers a loan as its bank was promised: one alert a farm, however many projects are low. */
export const coverageLow: FarmKind<'COVERAGE_LOW'> = {
  about: 'FARM',
  looksAt: [],
  standsAlone: true,
  *judgeAll({ herd: { id, name, projects } }) {
    if (projects.length > 0) yield { subjectId: id, subjectName: name, penId: null, verdict: evaluate(projects) }
  },
  obsolete: ({ herd }) => (herd.projects.length === 0 ? 'NO_RUNNING_PROJECT' : null),
}
