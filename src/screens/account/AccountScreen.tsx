import './account.css'
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '../../api/call.ts'
import { callFailureOf, type CallFailure } from '../../entrance/callFailure.ts'
import { FailureAlert } from '../../entrance/FailureAlert.tsx'
import { PageHeading } from '../../shell/PageHeading.tsx'
import { takeAccount, useAccount } from '../../store/account.ts'
import { useSession } from '../../store/session.ts'
import { PasswordPanel } from './PasswordPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { TwoFactorPanel } from './TwoFactorPanel.tsx'

/** One's own account: who one is, how one signs in, and where one is signed in. */
export function AccountScreen() {
  const intl = useIntl()
  const { hash } = useLocation()
  const account = useAccount((state) => state.account)
  const token = useSession((state) => state.session?.token)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    call(endpoints.account.profile, {}, { quiet: true, signal: leaving.signal }).then(
      (fresh) => {
        takeAccount(fresh)
        setFailure(null)
      },
      (error: unknown) => leaving.signal.aborted || setFailure(callFailureOf(error)),
    )
    return () => leaving.abort()
  }, [tries])

  const isThere = account !== null
  useEffect(() => {
    if (!isThere || hash === '') return
    document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [hash, isThere])

  return (
    <>
      <PageHeading />
      {!account && !failure && <Skeleton active />}
      {!account && failure && (
        <div>
          <FailureAlert failure={failure} />
          <Button onClick={() => setTries(tries + 1)}>{intl.formatMessage({ id: 'entrance.again' })}</Button>
        </div>
      )}
      {account && (
        <div className="account">
          <ProfilePanel account={account} />
          <PasswordPanel account={account} />
          <TwoFactorPanel account={account} />
          {/* After a change of the password all but this one are gone. */}
          <SessionsPanel key={token} />
        </div>
      )}
    </>
  )
}
