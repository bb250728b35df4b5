import { Button, Form, Input } from 'antd'
import { useIntl } from 'react-intl'
import { KeepSignedIn } from './KeepSignedIn.tsx'
import type { LoginInput } from './useLogin.ts'

interface Fields {
  userName: string
  password: string
  recoveryCode?: string
  autoLogin: boolean
}

interface Props {
  /** Asks for a recovery code at once. */
  recovery: boolean
  busy: boolean
  userName: string
  onUserName: (userName: string) => void
  onSubmit: (input: LoginInput) => void
}

export function AccountForm({ recovery, busy, userName, onUserName, onSubmit }: Props) {
  const intl = useIntl()
  return (
    <Form<Fields>
name="login"
      layout="vertical"
      size="large"
      requiredMark={false}
      validateTrigger={['onBlur', 'onChange']}
      initialValues={{ userName, password: '', autoLogin: true }}
      onFinish={({ userName: name, password, recoveryCode, autoLogin }) =>
        onSubmit({
          type: 'account',
          userName: name.trim(),
          password,
          autoLogin,
          ...(recovery && recoveryCode !== undefined && { twoFactorCode: recoveryCode.trim() }),
        })
      }
    >
      <Form.Item
        name="userName"
        label={intl.formatMessage({ id: 'login.userName' })}
        rules={[{ required: true, whitespace: true, message: intl.formatMessage({ id: 'login.userNameRequired' }) }]}
      >
        <Input
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          onChange={(event) => onUserName(event.target.value.trim())}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={intl.formatMessage({ id: 'login.password' })}
        rules={[{ required: true, message: intl.formatMessage({ id: 'login.passwordRequired' }) }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      {recovery && (
        <Form.Item
          name="recoveryCode"
          label={intl.formatMessage({ id: 'login.recoveryCode' })}
          rules={[
            { required: true, whitespace: true, message: intl.formatMessage({ id: 'login.recoveryCodeRequired' }) },
            { min: 6, max: 20, message: intl.formatMessage({ id: 'login.wrongSecondFactor' }) },
          ]}
        >
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      <KeepSignedIn />
      <Button type="primary" htmlType="submit" block loading={busy}>
        {intl.formatMessage({ id: 'login.submit' })}
      </Button>
    </Form>
  )
}
