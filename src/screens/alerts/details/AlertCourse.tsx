import { use } from 'react'
import { useIntl } from 'react-intl'
import { type AlertEvent, closeCodes } from '#contract/alerts/alertActs.ts'
import { type Alert, clearedBecause } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { entryKinds } from '#contract/projects/ledgerEntries.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { alertReason } from '../../../entities/alerts/alertPlace.ts'
import { PartHeading } from '../../../entities/alerts/PartHeading.tsx'
import { Picture } from '../../../form/files/Picture.tsx'
import { useFormats, viewerZone, ZoneContext } from '../../../locale/formats.ts'
import { listWords } from '../../../locale/joins.ts'

/** Events of an alert in order, automatic and by people, and the photos added when it was closed. */
export function AlertCourse({ alert }: { alert: Alert }) {
  const intl = useIntl()
  const { data, isError } = useCall(endpoints.alerts.timeline, { id: alert.id }, { shows: inPlace })
  const { day } = useFormats()
  const events = data?.events ?? []
  const hasBegun = Date.parse(alert.sinceAt) < Date.parse(alert.raisedAt)
  /** Returns the time of the previous event, whose day is already shown. */
  const before = (place: number) => events[place - 1]?.at ?? (hasBegun ? alert.sinceAt : null)
  const isNewDay = (at: string, place: number) => {
    const last = before(place)
    return last === null || day(last) !== day(at)
  }
  return (
    <section className="alert-part" aria-labelledby="alert-course">
      <PartHeading id="alert-course">{intl.formatMessage({ id: 'alertCourse.title' })}</PartHeading>
      {isError && data === undefined && <p role="alert">{intl.formatMessage({ id: 'list.failed' })}</p>}
      {!isError && data === undefined && (
        <div className="page-skeleton" aria-busy="true">
          <span />
          <span />
        </div>
      )}
      <ol className="alert-course">
        {hasBegun && (
          <li>
            <EventTime at={alert.sinceAt} isNewDay />
            <span>{intl.formatMessage({ id: 'alertCourse.began' })}</span>
          </li>
        )}
        {events.map((event, place) => (
          <EventLine key={event.id} event={event} alert={alert} isNewDay={isNewDay(event.at, place)} />
        ))}
      </ol>
      {data && data.imageIds.length > 0 && (
        <ul className="alert-evidence" aria-label={intl.formatMessage({ id: 'alertAct.photos' })}>
          {data.imageIds.map((id, place) => (
            <li key={id}>
              <Picture id={id} alt={intl.formatMessage({ id: 'alertAct.photo' }, { number: place + 1 })} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Time of an event; the first event of a day also shows the day and zone. */
function EventTime({ at, isNewDay }: { at: string; isNewDay: boolean }) {
  const { day, time, instant, zone } = useFormats()
  const zoneOfPage = use(ZoneContext)
  return (
    <>
      {isNewDay && <span className="alert-course-day">{`${day(at)} ${zone(at, zoneOfPage)}`}</span>}
      <time dateTime={new Date(at).toISOString()} title={instant(at, viewerZone)}>
        {time(at)}
      </time>
    </>
  )
}

function EventLine({ event, alert, isNewDay }: { event: AlertEvent; alert: Alert; isNewDay: boolean }) {
  const intl = useIntl()
  const { kind, at, by, text } = event
  const words = useWords(event, alert)
  return (
    <li data-kind={kind}>
      <EventTime at={at} isNewDay={isNewDay} />
      <span>
        {intl.formatMessage({ id: `alertEvent.${kind}` })}
        {by && <b> {by.name}</b>}
        {words !== '' && <span className="alert-event-words"> {words}</span>}
        {text !== null && text !== '' && <q>{intl.formatMessage({ id: 'alerts.said' }, { comment: text })}</q>}
      </span>
    </li>
  )
}

/** Returns the details of an event as text. */
function useWords({ kind, detail }: AlertEvent, alert: Alert): string {
  const intl = useIntl()
  const { instant } = useFormats()
  switch (kind) {
    case 'RAISED':
    case 'FLAPPED':
      return alertReason(intl, { ...alert, detail })
    case 'ASSIGNED':
      return typeof detail['assignee'] === 'string'
        ? intl.formatMessage({ id: 'alertCourse.to' }, { who: detail['assignee'] })
        : intl.formatMessage({ id: 'alertAct.nobody' })
    case 'SHELVED': {
      const { until } = detail
      return until == null ? '' : intl.formatMessage({ id: 'alertCourse.until' }, { at: instant(until) })
    }
    case 'UNSHELVED':
      return detail['because'] === 'EXPIRED' ? intl.formatMessage({ id: 'alertCourse.expired' }) : ''
    case 'CLEARED': {
      const because = clearedBecause.find((one) => one === detail['because'])
      return because ? intl.formatMessage({ id: `clearedBecause.${because}` }) : ''
    }
    case 'CLOSED': {
      const code = closeCodes.find((one) => one === detail['code'])
      return code ? intl.formatMessage({ id: `closeCode.${code}` }) : ''
    }
    case 'DRAFTED': {
      const entry = entryKinds.find((one) => one === detail['entryKind'])
      return entry ? intl.formatMessage({ id: `entryKind.${entry}` }) : ''
    }
    case 'NOTIFIED':
    case 'ESCALATED':
      return typeof detail['people'] === 'string' ? listWords(intl, detail['people'].split('\n')) : ''
    case 'ACKNOWLEDGED':
    case 'COMMENTED':
      return ''
  }
}
