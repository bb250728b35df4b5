import { App, Button, Form, Input } from 'antd'
import { useIntl } from 'react-intl'
import type { Account } from '#contract/people/account.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import type { CallFailure } from '../../api/callFailure.ts'
import { useSubmit } from '../../shell/auth/useSubmit.ts'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { NewPasswordFields } from '../../shell/auth/NewPasswordFields.tsx'
import { renewSession } from '../../api/session.ts'
import { Panel } from './Panel.tsx'

interface Fields {
  oldPassword?: string
  password: string
  repeated: string
}

/** Changes the password, or sets the first one of an invited user. */
export function PasswordPanel({ account: { hasPassword, userName } }: { account: Account }) {
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const { submit, busy, failure } = useSubmit(async ({ oldPassword = '', password }: Fields) => {
    await renewSession(() => call(endpoints.account.changePassword, { oldPassword, password }, { shows: inPlace }))
    form.resetFields()
    void message.success(intl.formatMessage({ id: 'account.passwordChanged' }))
  }, refuse)

  /** Displays a refusal at its field; returns whether it belongs to one. */
  function refuse({ code, fields: { oldPassword, password } }: CallFailure): boolean {
    if (oldPassword !== undefined && code === 'WRONG_PASSWORD') {
      form.setFields([{ name: 'oldPassword', errors: [intl.formatMessage({ id: 'account.oldPasswordWrong' })] }])
    } else if (password !== undefined) {
      const id = password === 'common' ? 'auth.passwordCommon' : 'auth.passwordWeak'
      form.setFields([{ name: 'password', errors: [intl.formatMessage({ id })] }])
    } else return false
    return true
  }

  return (
    <Panel
      id="password"
      title={intl.formatMessage({ id: hasPassword ? 'account.password' : 'account.firstPassword' })}
      text={intl.formatMessage({ id: hasPassword ? 'account.passwordText' : 'account.firstPasswordText' })}
    >
      <CallErrorAlert failure={failure} />
      <Form<Fields>
        name="own-password"
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        onFinish={(fields) => submit(fields)}
      >
        {/* Names the user to the browser's password manager. */}
        <input type="text" autoComplete="username" value={userName} readOnly hidden />
        {hasPassword && (
          <Form.Item
            name="oldPassword"
            label={intl.formatMessage({ id: 'account.oldPassword' })}
            rules={[{ required: true, message: intl.formatMessage({ id: 'account.oldPasswordRequired' }) }]}
          >
            <Input.Password autoComplete="current-password" />
          </Form.Item>
        )}
        <NewPasswordFields />
        <div className="account-submit">
          <Button type="primary" htmlType="submit" loading={busy}>
            {intl.formatMessage({ id: 'account.changePassword' })}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
