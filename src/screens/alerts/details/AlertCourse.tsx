import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { Moment } from '../../../locale/Moment.tsx'
import type { MessageId } from '../../../locale/languages.ts'

interface Step {
  at: string
  titleId: MessageId
  who?: string | null
  words?: string | null
}

/** What became of an alert, in the order in which it happened. */
export function AlertCourse({ alert }: { alert: Alert }) {
  const intl = useIntl()
  const steps: Step[] = [
    ...(alert.sinceAt === alert.raisedAt ? [] : [{ at: alert.sinceAt, titleId: 'alertCourse.began' } as const]),
    { at: alert.raisedAt, titleId: 'alertCourse.raised' },
    ...(alert.acknowledgedAt === null ? [] : [{ at: alert.acknowledgedAt, titleId: 'alertCourse.acknowledged', who: alert.acknowledgedBy, words: alert.comment } as const]),
    ...(alert.clearedAt === null ? [] : [{ at: alert.clearedAt, titleId: 'alertCourse.cleared' } as const]),
  ]
  return (
    <section className="alert-part" aria-labelledby="alert-course">
      <h3 id="alert-course">{intl.formatMessage({ id: 'alertCourse.title' })}</h3>
      <ol className="alert-course">
        {steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ at, titleId, who, words }) => (
          <li key={titleId}>
            <Moment at={at} />
            <span>
              {intl.formatMessage({ id: titleId })}
              {who && <b> {who}</b>}
              {words && <q>{intl.formatMessage({ id: 'alerts.said' }, { comment: words })}</q>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
