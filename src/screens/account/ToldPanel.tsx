import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AlertDelivery } from '#contract/duty/alertDeliveries.ts'
import { callFailureOf } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { deliveryStanding } from '../../entities/alerts/deliveryStanding.ts'
import { useFormats } from '../../locale/formats.ts'
import { joinParts } from '../../locale/joins.ts'
import { alertsPath } from '../../navigation/paths.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { Panel } from './Panel.tsx'

/** Maximum deliveries shown; older ones are listed in each alert. */
const maxShown = 20

/** Latest alert notifications to the user, with channel and result. */
export function NotificationsPanel({ personId }: { personId: number }) {
  const intl = useIntl()
  const { data, error, refetch } = useCall(
    endpoints.alertDeliveries.list,
    { toldPersonId: personId, current: 1, pageSize: maxShown },
    { shows: inPlace },
  )
  return (
    <Panel
      wide
      id="told"
      title={intl.formatMessage({ id: 'told.title' })}
      text={intl.formatMessage({ id: 'told.text' })}
    >
      {data === undefined && error === null && <SkeletonLines />}
      {data === undefined && error !== null && (
        <div>
          <CallErrorAlert failure={callFailureOf(error)} />
          <Button onClick={() => void refetch()}>{intl.formatMessage({ id: 'auth.again' })}</Button>
        </div>
      )}
      {data?.list.length === 0 && <p>{intl.formatMessage({ id: 'told.none' })}</p>}
      {data !== undefined && data.list.length > 0 && (
        <ul className="account-sessions">
          {data.list.map((delivery) => (
            <ToldLine key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ToldLine({ delivery }: { delivery: AlertDelivery }) {
  const intl = useIntl()
  const { instant } = useFormats()
  const { about, alertId, reason, plannedAt } = delivery
  return (
    <li className="account-told">
      <div className="account-session-name">
        {about === null || alertId === null ? (
          intl.formatMessage({ id: 'told.FLOOD' })
        ) : (
          <ScreenLink to={`${alertsPath}?open=${alertId}`}>
            {joinParts(
              intl,
              intl.formatMessage({ id: `severity.${about.severity}` }),
              intl.formatMessage({ id: `alert.${about.kind}` }),
              about.subjectName,
              about.farmName,
            )}
          </ScreenLink>
        )}
      </div>
      <div className="account-session-facts">
        {joinParts(
          intl,
          instant(plannedAt),
          reason !== 'FLOOD' && intl.formatMessage({ id: `told.${reason}` }),
          deliveryStanding(intl, delivery),
        )}
      </div>
    </li>
  )
}
