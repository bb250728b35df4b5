import { CheckCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { Navigate } from 'react-router-dom'
import { activationHours } from '#contract/people/auth.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { WebmailButton } from '../../shell/auth/WebmailButton.tsx'
import { useRegistration } from '../../store/registration.ts'

/** Explains the steps after a registration: the mail, then the platform's approval. */
export function RegisterResultScreen() {
  const intl = useIntl()
  const registration = useRegistration((state) => state.registration)
  if (!registration) return <Navigate to="/user/register" replace />
  const { email } = registration
  return (
    <AuthLayout
      heading={
        <>
          <CheckCircleFilled className="auth-done" aria-hidden="true" />
          {intl.formatMessage({ id: 'registerResult.heading' }, { email })}
        </>
      }
      lead={intl.formatMessage({ id: 'registerResult.text' }, { hours: activationHours })}
    >
      <p className="auth-lead">{intl.formatMessage({ id: 'registerResult.approval' })}</p>
      <div className="auth-actions">
        <WebmailButton email={email} />
        <Button size="large" href="/">
          {intl.formatMessage({ id: 'registerResult.home' })}
        </Button>
      </div>
    </AuthLayout>
  )
}
