import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { formatSpan } from '../../locale/durations.ts'
import { useClock } from '../../store/clock.ts'

/** How long an alert has lasted: since what it reports began, not since it was raised. */
export function AlertSpan({ alert: { sinceAt } }: { alert: Pick<Alert, 'sinceAt'> }) {
  const intl = useIntl()
  const span = useClock(({ herdAt }) => (herdAt === null ? '' : formatSpan(intl, herdAt - Date.parse(sinceAt))))
  return <time dateTime={sinceAt}>{span}</time>
}
