import './account.css'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../../api/mayCall.ts'
import { callFailureOf } from '../../api/callFailure.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { useAccountQuery } from '../../store/account.ts'
import { useSession } from '../../api/session.ts'
import { DisplaysPanel } from './DisplaysPanel.tsx'
import { NotificationPanel } from './NotificationPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { NotificationsPanel } from './ToldPanel.tsx'
import { TelephonePanel } from './TelephonePanel.tsx'
import { TwoFactorPanel } from './TwoFactorPanel.tsx'

/** The user's own account: profile, ways to sign in, and active sessions. */
export function AccountScreen() {
  const intl = useIntl()
  const { hash } = useLocation()
  const { data: account, error, refetch } = useAccountQuery({ isFresh: true })
  const token = useSession((state) => state.session?.token)
  const failure = error && callFailureOf(error)

  const isThere = account !== undefined
  useEffect(() => {
    if (!isThere || hash === '') return
    document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [hash, isThere])

  return (
    <>
      <PageHeading />
      {!account && !failure && <SkeletonLines />}
      {!account && failure && (
        <div>
          <CallErrorAlert failure={failure} />
          <Button onClick={() => void refetch()}>{intl.formatMessage({ id: 'auth.again' })}</Button>
        </div>
      )}
      {account && (
        <div className="account">
          <ProfilePanel account={account} />
          <TelephonePanel account={account} />
          <PasswordPanel account={account} />
          <TwoFactorPanel account={account} />
          {/* Remounts after a password change, which ends all other sessions. */}
          <SessionsPanel key={token} />
          {mayCall(endpoints.alerts.acknowledge, account.role) && <NotificationPanel />}
          {mayCall(endpoints.alertDeliveries.list, account.role) && <NotificationsPanel personId={account.id} />}
          {mayCall(endpoints.displays.list, account.role) && <DisplaysPanel />}
        </div>
      )}
    </>
  )
}
