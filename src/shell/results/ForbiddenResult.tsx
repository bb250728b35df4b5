import { use } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../controls/Button.tsx'
import { accountPath } from '../../navigation/paths.ts'
import { maySee, useScreenTable } from '../../navigation/screen.ts'
import { landingOf } from '../../navigation/landing.ts'
import { InShell } from '../inShell.ts'
import { useSession } from '../../api/session.ts'
import { ResultPage } from './ResultPage.tsx'
import { SignOutButton } from './SignOutButton.tsx'

/** Explains that the role may not see the page and offers a way on; a role without any page gets an explanation of that. */
export function ForbiddenResult() {
  const intl = useIntl()
  const navigate = useNavigate()
  const role = useSession((state) => state.session?.role ?? null)
  const inShell = use(InShell)
  const table = useScreenTable()
  const home = landingOf(table, role)
  const isHomeless = home === '/404'
  const account = table.find(({ path }) => path === accountPath)
  return (
    <ResultPage
      title="403"
      number={403}
      heading={intl.formatMessage({ id: 'result.forbidden' })}
      {...(isHomeless && { text: intl.formatMessage({ id: 'result.noScreen' }) })}
    >
      {!isHomeless && (
        <Button look="primary" onClick={() => void navigate(home)}>
          {intl.formatMessage({ id: 'result.home' })}
        </Button>
      )}
      {isHomeless && account && maySee(account, role) && (
        <Button onClick={() => void navigate(accountPath)}>{intl.formatMessage({ id: 'account.own' })}</Button>
      )}
      {(isHomeless || !inShell) && <SignOutButton />}
    </ResultPage>
  )
}
