import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../controls/Button.tsx'
import { PasswordField } from '../../controls/PasswordField.tsx'
import { TextField } from '../../controls/TextField.tsx'
import { required, useFields, type Rule } from '../../controls/useFields.ts'
import { KeepSignedIn } from './KeepSignedIn.tsx'
import type { LoginInput } from './useLogin.ts'

interface Props {
  /** Whether to ask for a recovery code immediately. */
  recovery: boolean
  busy: boolean
  userName: string
  onUserName: (userName: string) => void
  onSubmit: (input: LoginInput) => void
}

export function AccountForm({ recovery, busy, userName, onUserName, onSubmit }: Props) {
  const intl = useIntl()
  const [autoLogin, setAutoLogin] = useState(false)
  const isRecoveryCode: Rule = (value) =>
    value.trim().length >= 6 && value.trim().length <= 20 ? null : intl.formatMessage({ id: 'login.wrongSecondFactor' })
  const fields = useFields(
    { userName, password: '', recoveryCode: '' },
    {
      userName: [required(intl.formatMessage({ id: 'login.userNameRequired' }))],
      password: [required(intl.formatMessage({ id: 'login.passwordRequired' }))],
      recoveryCode: recovery
        ? [required(intl.formatMessage({ id: 'login.recoveryCodeRequired' })), isRecoveryCode]
        : [],
    },
  )
  const name = fields.bind('userName')
  return (
    <form
      noValidate
      onSubmit={fields.onSubmit(({ userName: typed, password, recoveryCode }) =>
        onSubmit({
          type: 'account',
          userName: typed.trim(),
          password,
          autoLogin,
          ...(recovery && { twoFactorCode: recoveryCode.trim() }),
        }),
      )}
    >
      <TextField
        label={intl.formatMessage({ id: 'login.userName' })}
        field={{
          ...name,
          onChange(value) {
            name.onChange(value)
            onUserName(value.trim())
          },
        }}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <PasswordField
        label={intl.formatMessage({ id: 'login.password' })}
        field={fields.bind('password')}
        autoComplete="current-password"
      />
      {recovery && (
        <TextField
          label={intl.formatMessage({ id: 'login.recoveryCode' })}
          field={fields.bind('recoveryCode')}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <KeepSignedIn value={autoLogin} onChange={setAutoLogin} />
      <Button submit look="primary" size="large" busy={busy}>
        {intl.formatMessage({ id: 'login.submit' })}
      </Button>
    </form>
  )
}
