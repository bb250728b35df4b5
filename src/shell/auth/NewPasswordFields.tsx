import { Form, Input } from 'antd'
import { useIntl } from 'react-intl'
import { passwordSchema } from '#contract/values/passwords.ts'
import { PasswordInput } from '../../form/controls/PasswordInput.tsx'
import { useAccount } from '../../store/account.ts'
import { repeats, rulesOf } from './formRules.ts'

/** New password and its repetition, as `password` and `repeated` of the surrounding form. */
export function NewPasswordFields() {
  const intl = useIntl()
  const account = useAccount()
  return (
    <>
      <Form.Item
        name="password"
        label={intl.formatMessage({ id: 'resetPassword.password' })}
        rules={rulesOf(
          passwordSchema,
          intl.formatMessage({ id: 'login.passwordRequired' }),
          intl.formatMessage({ id: 'auth.passwordWeak' }),
        )}
      >
        <PasswordInput
          autoComplete="new-password"
          own={[account?.userName, account?.displayName, account?.email, account?.telephone]}
        />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={intl.formatMessage({ id: 'auth.repeat' })}
        dependencies={['password']}
        rules={repeats(
          'password',
          intl.formatMessage({ id: 'auth.repeatRequired' }),
          intl.formatMessage({ id: 'auth.repeatWrong' }),
        )}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
