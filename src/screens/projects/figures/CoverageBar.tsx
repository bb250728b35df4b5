import { useIntl } from 'react-intl'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import { Ratio } from '../../../entities/projects/Ratio.tsx'

/** End of the bar, as a multiple of the warning line. */
const barEndFactor = 1.4

/** Coverage ratio as a bar with its limits; texts elsewhere give the same values. */
export function CoverageBar({ coverage: { ratio, state, warningLine, minimumLine } }: { coverage: ProjectCoverage }) {
  const intl = useIntl()
  const end = Math.max(Number(warningLine) * barEndFactor, Number(ratio ?? 0))
  const share = (value: number) => `${(100 * Math.min(value, end)) / end}%`
  const lines = [
    ['minimum', minimumLine],
    ['warning', warningLine],
  ] as const
  return (
    <div className="figures-bar">
      <span className="figures-filled" data-state={state} style={{ inlineSize: share(Number(ratio ?? end)) }} />
      {lines.map(([name, line]) => (
        <span key={name} className="figures-line" data-line={name} style={{ insetInlineStart: share(Number(line)) }}>
          <span>
            {intl.formatMessage({ id: name === 'minimum' ? 'coverage.minimum' : 'coverage.warning' })}{' '}
            <Ratio ratio={line} />
          </span>
        </span>
      ))}
    </div>
  )
}
