import { use } from 'react'
import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '../../controls/Button.tsx'
import { landingOf } from '../../navigation/landing.ts'
import { accountPath, loginPath } from '../../navigation/paths.ts'
import { useScreenTable } from '../../navigation/screen.ts'
import { InShell } from '../inShell.ts'
import { useSession } from '../../api/session.ts'
import { ResultPage } from './ResultPage.tsx'
import { SignOutButton } from './SignOutButton.tsx'

/** Explains that the page does not exist, or that the role has no screen at all. Both offer a way out. */
export function NotFoundResult() {
  const intl = useIntl()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const session = useSession((state) => state.session)
  const table = useScreenTable()
  const home = session ? landingOf(table, session.role) : loginPath
  const homeless = session !== null && home === '/404'
  const inShell = use(InShell)
  const hasAccountPage = table.some(({ path }) => path === accountPath)
  const words = intl.formatMessage({ id: homeless && pathname === '/404' ? 'result.noScreen' : 'result.notFound' })
  return (
    <ResultPage title="404" number={404} heading={words}>
      {!homeless && (
        <Button look="primary" onClick={() => void navigate(home)}>
          {intl.formatMessage({ id: 'result.home' })}
        </Button>
      )}
      {session && hasAccountPage && homeless && (
        <Button onClick={() => void navigate(accountPath)}>{intl.formatMessage({ id: 'account.own' })}</Button>
      )}
      {session && (homeless || !inShell) && <SignOutButton />}
    </ResultPage>
  )
}
