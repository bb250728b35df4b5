import { use } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../controls/Button.tsx'
import { useScreenTable } from '../../navigation/screen.ts'
import { landingOf } from '../../navigation/landing.ts'
import { InShell } from '../inShell.ts'
import { useSession } from '../../api/session.ts'
import { ResultPage } from './ResultPage.tsx'
import { SignOutButton } from './SignOutButton.tsx'

export function ForbiddenResult() {
  const intl = useIntl()
  const navigate = useNavigate()
  const role = useSession((state) => state.session?.role ?? null)
  const inShell = use(InShell)
  const home = landingOf(useScreenTable(), role)
  return (
    <ResultPage title="403" number={403} heading={intl.formatMessage({ id: 'result.forbidden' })}>
      {home !== '/404' && (
        <Button look="primary" onClick={() => void navigate(home)}>
          {intl.formatMessage({ id: 'result.home' })}
        </Button>
      )}
      {!inShell && <SignOutButton />}
    </ResultPage>
  )
}
