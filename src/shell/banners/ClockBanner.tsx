import { useIntl } from 'react-intl'
import { useFailures } from '../../api/failures.ts'

/** Warns that this computer's clock is wrong, as measured by the server. */
export function ClockBanner() {
  const intl = useIntl()
  const skewMs = useFailures((state) => state.clockSkewMs)
  if (skewMs === null || !Number.isFinite(skewMs)) return null
  return (
    <div role="alert" className="banner" data-tone="major">
      {intl.formatMessage({ id: 'fault.clock' }, { minutes: Math.round(Math.abs(skewMs) / 60_000) })}
    </div>
  )
}
