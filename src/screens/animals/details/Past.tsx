import './records.css'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import { PairingNotes } from '../../../entities/devices/PairingNotes.tsx'
import { Moment } from '../../../locale/Moment.tsx'
import { joinParts } from '../../../locale/joins.ts'
import type { MessageId } from '../../../locale/languages.ts'

const shown = 20

/** An animal's past stays, neckbands and alerts, each with its time span. */
export function Past({ id }: { id: number }) {
  const intl = useIntl()
  const page = { id, pageSize: shown }
  const stays = useCall(endpoints.animals.stays, page)
  const worn = useCall(endpoints.animals.pairings, page)
  const alerts = useCall(endpoints.alerts.list, {
    animalId: id,
    pageSize: shown,
    sort: { field: 'raisedAt', order: 'desc' },
  })
  return (
    <>
      <Tags id={id} />
      <Spans
        titleId="animal.stays"
        spans={stays.data?.list.map(({ farmName, penName, ...span }) => ({
          ...span,
          name: joinParts(intl, farmName, penName),
        }))}
      />
      <Spans
        titleId="animal.pairings"
        spans={worn.data?.list.map(({ deviceId, id: pairingId, from, to, ...pairing }) => ({
          id: pairingId,
          from,
          to,
          name: deviceId,
          notes: <PairingNotes pairing={pairing} />,
        }))}
      />
      <Spans
        titleId="animal.alerts"
        spans={alerts.data?.list.map((alert) => ({
          id: alert.id,
          name: joinParts(
            intl,
            intl.formatMessage({ id: `alert.${alert.kind}` }),
            intl.formatMessage({ id: `severity.${alert.severity}` }),
          ),
          from: alert.raisedAt,
          to: alert.clearedAt,
        }))}
      />
    </>
  )
}

/** Past ear tags with their time spans. */
function Tags({ id }: { id: number }) {
  const intl = useIntl()
  const { data } = useCall(endpoints.animals.tags, { id, pageSize: shown })
  if (data === undefined || data.total === 0) return null
  return (
    <section className="record-section">
      <h3>{intl.formatMessage({ id: 'animal.tags' })}</h3>
      <div className="record-table" data-wraps>
        <table>
          <thead>
            <tr>
              <th scope="col">{intl.formatMessage({ id: 'animal.tag' })}</th>
              <th scope="col">{intl.formatMessage({ id: 'animal.from' })}</th>
              <th scope="col">{intl.formatMessage({ id: 'animal.to' })}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map(({ id: tagId, scheme, value, from, to }) => (
              <tr key={tagId}>
                <td className="record-wide">
                  <bdi>{value}</bdi>{' '}
                  <small>
                    {intl.formatMessage({ id: scheme === null ? 'animal.visualTag' : `tagScheme.${scheme}` })}
                  </small>
                </td>
                <td>
                  <Moment at={from} />
                </td>
                <td>{to === null ? intl.formatMessage({ id: 'neckband.now' }) : <Moment at={to} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface Span {
  id: number
  name: string
  from: string
  /** Null: until now. */
  to: string | null
  notes?: ReactNode
}

/** Facts with their time spans, the latest first. */
function Spans({ titleId, spans }: { titleId: MessageId; spans: readonly Span[] | undefined }) {
  const intl = useIntl()
  if (spans === undefined || spans.length === 0) return null
  return (
    <section className="record-section">
      <h3>{intl.formatMessage({ id: titleId })}</h3>
      <ol className="record-changes">
        {spans.map(({ id, name, from, to, notes }) => (
          <li key={id}>
            <p className="record-change">
              <b>{name}</b>{' '}
              <FormattedMessage
                id="join.range"
                values={{
                  from: <Moment at={from} />,
                  to: to === null ? intl.formatMessage({ id: 'neckband.now' }) : <Moment at={to} />,
                }}
              />
            </p>
            {notes}
          </li>
        ))}
      </ol>
    </section>
  )
}
