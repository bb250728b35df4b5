import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { alertMatter } from '../../../entities/alerts/alertPlace.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { useFormats } from '../../../locale/formats.ts'
import type { Acted } from './actOn.ts'
import { failedWords } from './failedWords.ts'

/** Number of successes, and each failure with name and reason. */
export function FailedActs({ acted: { done, failed }, alerts }: { acted: Acted; alerts: readonly Alert[] }) {
  const intl = useIntl()
  const formats = useFormats()
  const byId = new Map(alerts.map((alert) => [alert.id, alert]))
  return (
    <div role="alert" className="alert-failed">
      <p>{intl.formatMessage({ id: 'alertAct.partly' }, { done: done.length, failed: failed.length })}</p>
      <ul>
        {failed.map((one) => {
          const alert = byId.get(one.id)
          return (
            <li key={one.id}>
              {alert && <SeverityMark severity={alert.severity} />}
              <b>{alert ? `${alertMatter(intl, alert, 1)} ${alert.subjectName}` : `#${one.id}`}</b>
              <span>{failedWords(intl, formats, one)}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
