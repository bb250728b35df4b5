import './account.css'
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '../../api/call.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { takeAccount, useAccount } from '../../store/account.ts'
import { useSession } from '../../api/session.ts'
import { PasswordPanel } from './PasswordPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { TwoFactorPanel } from './TwoFactorPanel.tsx'

async function readAccount(): Promise<CallFailure | null> {
  try {
    takeAccount(await call(endpoints.account.profile, {}, { quiet: true }))
    return null
  } catch (error) {
    return callFailureOf(error)
  }
}

/** One's own account: who one is, how one signs in, and where one is signed in. */
export function AccountScreen() {
  const intl = useIntl()
  const { hash } = useLocation()
  const account = useAccount((state) => state.account)
  const token = useSession((state) => state.session?.token)
  const [failure, setFailure] = useState<CallFailure | null>(null)

  useEffect(() => {
    let left = false
    void readAccount().then((found) => left || setFailure(found))
    return () => {
      left = true
    }
  }, [])

  const isThere = account !== null
  useEffect(() => {
    if (!isThere || hash === '') return
    document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [hash, isThere])

  return (
    <>
      <PageHeading />
      {!account && !failure && (
        <div aria-hidden="true">
          <Skeleton active />
        </div>
      )}
      {!account && failure && (
        <div>
          <CallErrorAlert failure={failure} />
          <Button onClick={() => void readAccount().then(setFailure)}>{intl.formatMessage({ id: 'entrance.again' })}</Button>
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
