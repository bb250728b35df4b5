import './duty.css'
import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Roster } from '#contract/duty/rosters.ts'
import { callFailureOf } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { PolicyPanel } from './PolicyPanel.tsx'
import { RosterDialog } from './RosterDialog.tsx'
import { RosterPanel } from './RosterPanel.tsx'
import { StandIns } from './StandIns.tsx'

/** Alert duty: rosters and handovers, stand-ins, escalation, and a link to the organisation's channels. */
export function DutyScreen() {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const { data, error, refetch } = useCall(endpoints.rosters.list, {}, { shows: inPlace, intervalMs: 60_000 })
  const [edited, setEdited] = useState<Roster | 'new' | null>(null)
  const mayEdit = mayCall(endpoints.rosters.addOrEdit, role)
  const add = mayEdit && data !== undefined && (
    <Button type="primary" onClick={() => setEdited('new')}>
      {intl.formatMessage({ id: 'duty.newRoster' })}
    </Button>
  )
  return (
    <>
      <PageHeading actions={add} />
      {data === undefined && error === null && <SkeletonLines />}
      {data === undefined && error !== null && (
        <div>
          <CallErrorAlert failure={callFailureOf(error)} />
          <Button onClick={() => void refetch()}>{intl.formatMessage({ id: 'auth.again' })}</Button>
        </div>
      )}
      {data && (
        <div className="duty">
          {data.list.length === 0 && <p className="duty-panel panel">{intl.formatMessage({ id: 'duty.noRosters' })}</p>}
          {data.list.map((roster) => (
            <RosterPanel key={roster.id} roster={roster} mayEdit={mayEdit} onEdit={() => setEdited(roster)} />
          ))}
          <StandIns rosters={data} mayEdit={mayEdit} />
          <PolicyPanel mayEdit={mayEdit} />
          <p className="duty-panel panel">
            <ScreenLink to="/dashboard/animal-monitor/alert/channels">
              {intl.formatMessage({ id: 'duty.channels' })}
            </ScreenLink>
          </p>
          {edited !== null && (
            <RosterDialog roster={edited === 'new' ? null : edited} choices={data} onClose={() => setEdited(null)} />
          )}
        </div>
      )}
    </>
  )
}
