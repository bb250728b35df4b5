import type { CoverageState } from '#contract/projects/coverage.ts'
import type { Tone } from '../../../list/describe.ts'

export const coverageTones: Record<CoverageState, Tone> = {
  OK: 'live',
  BELOW_WARNING: 'major',
  BELOW_MINIMUM: 'critical',
}
