import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useSubmit } from '../../shell/auth/useSubmit.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { WebmailButton } from '../../shell/auth/WebmailButton.tsx'
import { rulesOf } from '../../shell/auth/formRules.ts'
import { loginPath } from '../../navigation/paths.ts'

/** Requests a link to set a new password. The answer does not reveal whether the address belongs to a user. */
export function ForgotPasswordScreen() {
  const intl = useIntl()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { submit, busy, failure } = useSubmit(async (email: string) => {
    await call(endpoints.auth.forgotPassword, { email }, { shows: inPlace })
    setSentTo(email)
  })

  if (sentTo !== null) {
    return (
      <AuthLayout
        heading={intl.formatMessage({ id: 'forgotPassword.sent' })}
        lead={intl.formatMessage({ id: 'forgotPassword.sentText' }, { email: sentTo })}
      >
        <div className="auth-actions">
          <WebmailButton email={sentTo} />
          <Button size="large" onClick={() => setSentTo(null)}>
            {intl.formatMessage({ id: 'forgotPassword.otherAddress' })}
          </Button>
        </div>
        <BackToLogin />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      heading={intl.formatMessage({ id: 'forgotPassword.title' })}
      lead={intl.formatMessage({ id: 'forgotPassword.text' })}
    >
      <CallErrorAlert failure={failure} />
      <Form<{ email: string }>
        name="forgot"
        layout="vertical"
        size="large"
        requiredMark={false}
        validateTrigger="onBlur"
        onFinish={(fields) => submit(fields.email.trim())}
      >
        <Form.Item
          name="email"
          label={intl.formatMessage({ id: 'auth.email' })}
          rules={rulesOf(
            z.email(),
            intl.formatMessage({ id: 'auth.emailRequired' }),
            intl.formatMessage({ id: 'auth.emailWrong' }),
          )}
        >
          <Input type="email" autoComplete="email" autoFocus />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {intl.formatMessage({ id: 'forgotPassword.send' })}
        </Button>
      </Form>
      <BackToLogin />
    </AuthLayout>
  )
}

function BackToLogin() {
  const intl = useIntl()
  return (
    <p className="auth-aside">
      <Link to={loginPath}>{intl.formatMessage({ id: 'auth.toLogin' })}</Link>
    </p>
  )
}
