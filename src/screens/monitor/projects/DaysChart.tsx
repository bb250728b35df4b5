import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { useUnit } from '../../../charts/useUnit.ts'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import { daysOption } from './daysOption.ts'
import type { Watched } from './useWatched.ts'

const Chart = lazyChunk(async () => (await import('../../../charts/Chart.tsx')).Chart)

/** Heads of all projects in the last 30 days. */
export function DaysChart({ days, timeZone }: { days: Watched['days']; timeZone: string }) {
  const intl = useIntl()
  const unit = useUnit()
  if (days.length === 0) return <p className="wall-calm">{intl.formatMessage({ id: 'projectMonitor.noDays' })}</p>
  return (
    <>
      <span className="wall-legend">
        {(['ledger', 'heard'] as const).map((name) => (
          <span key={name} data-line={name}>
            <i aria-hidden="true" /> {intl.formatMessage({ id: `count.${name}` })}
          </span>
        ))}
      </span>
      <Suspense>
        <Chart
          option={daysOption(intl, days, { timeZone, unit })}
          label={intl.formatMessage({ id: 'projectMonitor.days' })}
        />
      </Suspense>
    </>
  )
}
