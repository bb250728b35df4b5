import { useIntl } from 'react-intl'
import { targetPerHour } from '#contract/alerts/alertLoads.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'

/** Number of alerts sent to the viewer in the last hour, compared with an operator's capacity; links to the alert load. */
export function LoadLink() {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const isAllowed = role !== null && mayCall(endpoints.alertLoads.mine, role)
  const { data } = useCall(endpoints.alertLoads.mine, {}, { shows: inPlace, isEnabled: isAllowed, intervalMs: 60_000 })
  if (!isAllowed) return null
  const isOver = data !== undefined && data.lastHour > targetPerHour
  return (
    <ScreenLink to="/dashboard/animal-monitor/alert/load">
      <span className="alert-my-load" data-over={isOver || undefined}>
        {data === undefined
          ? intl.formatMessage({ id: 'alertLoad.title' })
          : intl.formatMessage(
              { id: isOver ? 'alertLoad.mineOver' : 'alertLoad.mine' },
              { count: data.lastHour, target: targetPerHour },
            )}
      </span>
    </ScreenLink>
  )
}
