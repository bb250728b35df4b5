import { Alert, Button, Form } from 'antd'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useSubmit } from '../../shell/auth/useSubmit.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { LinkButton } from '../../shell/auth/LinkButton.tsx'
import { NewPasswordFields } from '../../shell/auth/NewPasswordFields.tsx'
import { useLinkToken } from '../../shell/auth/useLinkToken.ts'
import { loginPath } from '../../navigation/paths.ts'
import { endSession } from '../../api/session.ts'

interface Fields {
  password: string
  repeated: string
}

/** Page behind the mailed link for users who forgot their password, or were invited and set their first one. */
export function ResetPasswordScreen() {
  const token = useLinkToken()
  return token === null ? <NoLink /> : <NewPassword key={token} token={token} />
}

function NewPassword({ token }: { token: string }) {
  const intl = useIntl()
  const [form] = Form.useForm<Fields>()
  const { submit, busy, failure, reply } = useSubmit(
    async (password: string) => {
      const done = await call(endpoints.auth.resetPassword, { token, password }, { shows: inPlace })
      // The server has ended all sessions of this user; a remembered one would only be refused.
      endSession()
      return done
    },
    ({ fields: { password } }) => {
      if (password === undefined) return false
      const id = password === 'common' ? 'auth.passwordCommon' : 'auth.passwordWeak'
      form.setFields([{ name: 'password', errors: [intl.formatMessage({ id })] }])
      return true
    },
  )

  if (reply !== undefined) {
    return (
      <AuthLayout
        heading={intl.formatMessage({ id: 'resetPassword.done' })}
        lead={intl.formatMessage({ id: 'resetPassword.doneText' }, reply)}
      >
        <LinkButton type="primary" to={loginPath}>
          {intl.formatMessage({ id: 'auth.toLogin' })}
        </LinkButton>
      </AuthLayout>
    )
  }
  if (failure?.code === 'LINK_EXPIRED') return <NoLink />
  return (
    <AuthLayout
      heading={intl.formatMessage({ id: 'resetPassword.title' })}
      lead={intl.formatMessage({ id: 'resetPassword.text' })}
    >
      <CallErrorAlert failure={failure} />
      <Form<Fields>
        name="reset"
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        validateTrigger="onBlur"
        onFinish={(fields) => submit(fields.password)}
      >
        <NewPasswordFields />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {intl.formatMessage({ id: 'resetPassword.submit' })}
        </Button>
      </Form>
    </AuthLayout>
  )
}

function NoLink() {
  const intl = useIntl()
  return (
    <AuthLayout heading={intl.formatMessage({ id: 'resetPassword.title' })}>
      <Alert
        className="auth-alert"
        type="warning"
        showIcon
        title={intl.formatMessage({ id: 'resetPassword.expired' })}
      />
      <LinkButton type="primary" block to="/user/forgot-password">
        {intl.formatMessage({ id: 'resetPassword.newLink' })}
      </LinkButton>
      <p className="auth-aside">
        <Link to={loginPath}>{intl.formatMessage({ id: 'auth.toLogin' })}</Link>
      </p>
    </AuthLayout>
  )
}
