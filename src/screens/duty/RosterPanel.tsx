import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Roster, RosterSpan } from '#contract/duty/rosters.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { useFormats, ZoneContext } from '../../locale/formats.ts'
import { listWords } from '../../locale/joins.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { herdNow } from '../../store/clock.ts'
import { HandOvers } from './HandOvers.tsx'
import { useWork } from './useWork.ts'

interface Props {
  roster: Roster
  mayEdit: boolean
  onEdit: () => void
}

/** A roster: people on shift now and in the next seven days, and the handover notes. */
export function RosterPanel({ roster, mayEdit, onEdit }: Props) {
  const intl = useIntl()
  const { failure, run } = useWork()
  const { id, name, now, timeZone, watchedFarms } = roster
  const layers = [...new Set(now.map(({ layer }) => layer))]
  return (
    <ZoneContext value={timeZone}>
      <section className="duty-panel panel" aria-label={name}>
        <header className="row">
          <h2>{name}</h2>
          {mayEdit && (
            <>
              <Button onClick={onEdit}>{intl.formatMessage({ id: 'duty.edit' })}</Button>
              <Popconfirm
                title={intl.formatMessage({ id: 'duty.removeAsk' }, { name })}
                onConfirm={() => void run(() => call(endpoints.rosters.remove, { id }, { shows: inPlace }))}
              >
                <Button>{intl.formatMessage({ id: 'duty.remove' })}</Button>
              </Popconfirm>
            </>
          )}
        </header>
        <CallErrorAlert failure={failure} />
        <p className="duty-quiet">
          {watchedFarms.length === 0
            ? intl.formatMessage({ id: 'duty.allFarms' })
            : listWords(
                intl,
                watchedFarms.map((farm) => farm.name),
              )}
        </p>
        <h3>{intl.formatMessage({ id: 'duty.now' })}</h3>
        {now.length === 0 && <p role="status">{intl.formatMessage({ id: 'duty.nobody' })}</p>}
        <ol className="duty-now">
          {layers.map((layer) => (
            <li key={layer} value={layer}>
              {listWords(
                intl,
                now.filter((on) => on.layer === layer).map((on) => nameOf(intl, on)),
              )}
            </li>
          ))}
        </ol>
        <Week roster={roster} />
        <HandOvers roster={roster} />
      </section>
    </ZoneContext>
  )
}

function nameOf(intl: ReturnType<typeof useIntl>, { name, insteadOf }: Pick<RosterSpan, 'name' | 'insteadOf'>): string {
  return insteadOf === null ? name : intl.formatMessage({ id: 'duty.insteadOf' }, { name, of: insteadOf })
}

function Week({ roster: { id, timeZone } }: { roster: Roster }) {
  const intl = useIntl()
  const formats = useFormats()
  const [opened] = useState(() => herdNow() ?? Date.now())
  const { data, isError } = useCall(
    endpoints.rosters.week,
    { id, from: formats.isoDay(opened, timeZone) },
    { shows: inPlace },
  )
  return (
    <details className="duty-week">
      <summary>{intl.formatMessage({ id: 'duty.week' })}</summary>
      {isError && data === undefined && <p role="alert">{intl.formatMessage({ id: 'list.failed' })}</p>}
      {data && (
        <table>
          <thead>
            <tr>
              {(['duty.layer', 'duty.person', 'duty.from', 'duty.to'] as const).map((head) => (
                <th key={head} scope="col">
                  {intl.formatMessage({ id: head })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.list.map((span) => (
              <tr key={`${span.layer} ${span.personId} ${span.from}`}>
                <td>{formats.count(span.layer)}</td>
                <td>{nameOf(intl, span)}</td>
                <td>{formats.instant(span.from, timeZone)}</td>
                <td>{formats.instant(span.to, timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
