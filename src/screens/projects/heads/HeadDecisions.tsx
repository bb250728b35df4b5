import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { HeadDetail } from '#contract/projects/projectHeads.ts'
import { inPlace } from '../../../api/failures.ts'
import { PartComing } from '../../../api/LoadFailed.tsx'
import { useCall } from '../../../api/queries.ts'
import { joinParts } from '../../../locale/joins.ts'
import { Moment } from '../../../locale/Moment.tsx'
import type { Moment as PastMoment } from '../past/moments.ts'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'

/** Details of a head: newest readings, and decisions about it. */
export function HeadDecisions({ id, animalId, moment }: { id: number; animalId: number; moment?: PastMoment }) {
  const intl = useIntl()
  const loading = useCall(endpoints.projectHeads.detail, { id, animalId, ...moment }, { shows: inPlace })
  const { data } = loading
  if (!data) return <PartComing of={[loading]} />
  return (
    <div className="figures-head">
      <section>
        <h3>{intl.formatMessage({ id: 'head.readings' })}</h3>
        {data.readings.length === 0 && <p>{intl.formatMessage({ id: 'headcount.neverHeard' })}</p>}
        <ul>
          {data.readings.map(({ at, gatewayMac, rssi }) => (
            <li key={`${at} ${gatewayMac}`}>
              <Moment at={at} />{' '}
              <small>
                {joinParts(intl, gatewayMac, rssi !== null && intl.formatMessage({ id: 'head.rssi' }, { dbm: rssi }))}
              </small>
            </li>
          ))}
        </ul>
        <ScreenLink to={`/dashboard/animal-monitor/animal/details/${animalId}`}>
          {intl.formatMessage({ id: 'head.whole' })}
        </ScreenLink>
      </section>
      <section>
        <h3>{intl.formatMessage({ id: 'head.decisions' })}</h3>
        {data.decisions.length === 0 && <p>{intl.formatMessage({ id: 'head.noDecisions' })}</p>}
        <ul>
          {data.decisions.map((decision, place) => (
            <Decision key={`${decision.at} ${place}`} decision={decision} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function Decision({
  decision: { at, kind, alertKind, entryKind, by, comment, startsAt, endsAt },
}: {
  decision: HeadDetail['decisions'][number]
}) {
  const intl = useIntl()
  return (
    <li>
      <Moment at={at} />{' '}
      <b>
        {joinParts(
          intl,
          intl.formatMessage({ id: `decision.${kind}` }),
          alertKind && intl.formatMessage({ id: `alert.${alertKind}` }),
          entryKind && intl.formatMessage({ id: `entryKind.${entryKind}` }),
        )}
      </b>{' '}
      <bdi>{joinParts(intl, by, ...(comment ?? '').split('\n'))}</bdi>
      {startsAt !== null && endsAt !== null && (
        <small>
          {' '}
          {intl.formatMessage(
            { id: 'head.period' },
            { from: <Moment key="from" at={startsAt} />, to: <Moment key="to" at={endsAt} /> },
          )}
        </small>
      )}
    </li>
  )
}
