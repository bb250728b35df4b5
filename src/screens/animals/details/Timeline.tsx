import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AnimalEvent } from '#contract/herd/animalHistory.ts'
import { useCall } from '../../../api/queries.ts'
import { DocumentLink } from '../../../form/files/DocumentLink.tsx'
import { Picture } from '../../../form/files/Picture.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { Moment } from '../../../locale/Moment.tsx'
import { joinParts } from '../../../locale/joins.ts'

const pageSize = 50

/** Timeline of an animal, newest first. */
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

function EventLine({ event }: { event: AnimalEvent }) {
  const intl = useIntl()
  const formats = useFormats()
  const { kind, at, day, action, documentId, imageId } = event
  const what =
    action === null ? intl.formatMessage({ id: `animalEvent.${kind}` }) : intl.formatMessage({ id: `change.${action}` })
  const words = useWords(event)
  return (
    <>
      <p className="record-change">
        {day === null ? <Moment at={at} /> : <time dateTime={day}>{formats.date(day)}</time>} <b>{what}</b>{' '}
        {words !== '' && <bdi>{words}</bdi>}
      </p>
      {documentId !== null && <DocumentLink id={documentId} />}
      {imageId !== null && <Picture id={imageId} alt={what} />}
    </>
  )
}

/** Returns the details of an event as text, most important first. */
function useWords({
  name,
  by,
  reason,
  alertKind,
  severity,
  status,
  angle,
  kg,
  treatment,
  entryKind,
  pledgeEnd,
}: AnimalEvent): string {
  const intl = useIntl()
  const formats = useFormats()
  return joinParts(
    intl,
    status && intl.formatMessage({ id: `animalStatus.${status}` }),
    angle && intl.formatMessage({ id: `photoAngle.${angle}` }),
    kg !== null && intl.formatMessage({ id: 'weight.kg' }, { kg: formats.number(kg, 1) }),
    treatment && intl.formatMessage({ id: `treatmentKind.${treatment}` }),
    entryKind && intl.formatMessage({ id: `entryKind.${entryKind}` }),
    ...(name ?? '').split('\n'),
    pledgeEnd && intl.formatMessage({ id: `pledgeEnd.${pledgeEnd}` }),
    alertKind && intl.formatMessage({ id: `alert.${alertKind}` }),
    severity && intl.formatMessage({ id: `severity.${severity}` }),
    by,
    reason,
  )
}
