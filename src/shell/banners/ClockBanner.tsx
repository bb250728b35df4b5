import { useIntl } from 'react-intl'
import { useFailures } from '../../api/failures.ts'

/** The server measured this computer's clock against its own and found it wrong. */
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
