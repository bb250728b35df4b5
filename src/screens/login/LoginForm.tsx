import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import type { MessageId } from '../../locale/languages.ts'
import { beginSession } from '../../store/session.ts'

interface Fields {
  userName: string
  password: string
  autoLogin: boolean
}

function failureOf(error: unknown): MessageId {
  if (!(error instanceof CallError)) return 'login.failed'
  if (error.status === 401 || error.status === 422) return 'login.wrong'
  if (error.status === 429) return 'login.tooMany'
  return error.status === 0 ? 'fault.networkDescription' : 'login.failed'
}

export function LoginForm() {
  const intl = useIntl()
  const [failure, setFailure] = useState<MessageId | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(fields: Fields) {
    setBusy(true)
    setFailure(null)
    try {
      beginSession(await call(endpoints.auth.login, { type: 'account', ...fields }, { quiet: true }))
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }

  return (
    <Form<Fields>
      layout="vertical"
      size="large"
      requiredMark={false}
      validateTrigger={['onBlur', 'onChange']}
      initialValues={{ userName: '', password: '', autoLogin: true }}
      onFinish={(fields) => void submit({ ...fields, userName: fields.userName.trim() })}
    >
      {failure && (
        <Form.Item>
          <Alert type="error" showIcon title={intl.formatMessage({ id: failure })} />
        </Form.Item>
      )}
      <Form.Item
        name="userName"
        label={intl.formatMessage({ id: 'login.userName' })}
        rules={[{ required: true, whitespace: true, message: intl.formatMessage({ id: 'login.userNameRequired' }) }]}
      >
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus />
      </Form.Item>
      <Form.Item
        name="password"
        label={intl.formatMessage({ id: 'login.password' })}
        rules={[{ required: true, message: intl.formatMessage({ id: 'login.passwordRequired' }) }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item name="autoLogin" valuePropName="checked">
        <Checkbox>{intl.formatMessage({ id: 'login.autoLogin' })}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {intl.formatMessage({ id: 'login.submit' })}
      </Button>
    </Form>
  )
}
