import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AnimalEvent } from '#contract/herd/animalHistory.ts'
import { useCall } from '../../api/queries.ts'
import { useFormats } from '../../locale/formats.ts'
import { joinParts } from '../../locale/joins.ts'

const pageSize = 50

/** Everything that happened to an animal, newest first. */
export function Timeline({ id }: { id: number }) {
  const intl = useIntl()
  const [pages, setPages] = useState(1)
  const { data } = useCall(endpoints.animals.timeline, { id, pageSize: pages * pageSize }, { keepsPrevious: true })
  return (
    <section className="panel" aria-labelledby="timeline">
      <h2 id="timeline">{intl.formatMessage({ id: 'animal.timeline' })}</h2>
      <ol className="record-changes">
        {data?.list.map((event, place) => (
          <li key={`${event.kind} ${event.at} ${place}`} data-severity={event.severity ?? undefined}>
            <EventLine event={event} />
          </li>
        ))}
      </ol>
      {data && data.list.length < data.total && pages < 20 && (
        <Button type="link" onClick={() => setPages(pages + 1)}>
          {intl.formatMessage({ id: 'history.more' })}
        </Button>
      )}
    </section>
  )
}

function EventLine({ event: { kind, at, name, by, reason, alertKind, severity, action } }: { event: AnimalEvent }) {
  const intl = useIntl()
  const formats = useFormats()
  const what = action === null ? intl.formatMessage({ id: `animalEvent.${kind}` }) : intl.formatMessage({ id: `change.${action}` })
  const words = joinParts(
    intl,
    name,
    alertKind && intl.formatMessage({ id: `alert.${alertKind}` }),
    severity && intl.formatMessage({ id: `severity.${severity}` }),
    by,
    reason,
  )
  return (
    <p className="record-change">
      <time dateTime={at}>{formats.instant(at)}</time> <b>{what}</b> {words !== '' && <bdi>{words}</bdi>}
    </p>
  )
}
