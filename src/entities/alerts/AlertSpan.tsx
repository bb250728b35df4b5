import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { formatSpan } from '../../locale/durations.ts'
import { useClock } from '../../store/clock.ts'

/** Duration of an alert in herd time, since its condition began rather than since it was raised. */
export function AlertSpan({ alert: { sinceAt } }: { alert: Pick<Alert, 'sinceAt'> }) {
  const intl = useIntl()
  const span = useClock(({ herdAt }) => (herdAt === null ? '' : formatSpan(intl, herdAt - Date.parse(sinceAt))))
  return <time dateTime={sinceAt}>{span}</time>
}
