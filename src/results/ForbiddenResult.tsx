import { Button, Result } from 'antd'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { landingOf } from '../access/landing.ts'
import { useSession } from '../store/session.ts'
import { ResultPage } from './ResultPage.tsx'
import { SignOutButton } from './SignOutButton.tsx'

export function ForbiddenResult() {
  const intl = useIntl()
  const navigate = useNavigate()
  const role = useSession((state) => state.session?.role ?? null)
  const home = landingOf(role)
  return (
    <ResultPage>
      <Result
        status="403"
        title="403"
        subTitle={intl.formatMessage({ id: 'result.forbidden' })}
        extra={[
          home !== '/404' && (
            <Button key="home" type="primary" onClick={() => void navigate(home)}>
              {intl.formatMessage({ id: 'result.home' })}
            </Button>
          ),
          <SignOutButton key="out" />,
        ]}
      />
    </ResultPage>
  )
}
