import { useId, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../controls/Button.tsx'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'

interface Props {
  /** Why the step was refused. */
  failure: ReactNode
  busy: boolean
  onCode: (code: string) => void
  onBack: () => void
}

const digits = 6

/** Second sign-in step: the authenticator's six digits, submitted once complete, or a recovery code. */
export function SecondFactor({ failure, busy, onCode, onBack }: Props) {
  const intl = useIntl()
  const id = useId()
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')

  function type(text: string) {
    const next = recovery ? text : text.replaceAll(/\D/g, '').slice(0, digits)
    setCode(next)
    if (!recovery && next.length === digits && next !== code) onCode(next)
  }

  return (
    <AuthLayout
      heading={intl.formatMessage({ id: 'login.secondHeading' })}
      lead={intl.formatMessage({ id: recovery ? 'login.recoveryLead' : 'login.secondLead' })}
    >
      {failure}
      <form
        className="login-second"
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim()) onCode(code.trim())
        }}
      >
        <div className="field">
          <label htmlFor={id}>
            {intl.formatMessage({ id: recovery ? 'login.recoveryCode' : 'login.authenticatorCode' })}
          </label>
          <div className="field-control">
            <input
              key={String(recovery)}
              id={id}
              className={recovery ? undefined : 'login-digits'}
              value={code}
              onChange={(event) => type(event.target.value)}
              autoComplete={recovery ? 'off' : 'one-time-code'}
              inputMode={recovery ? 'text' : 'numeric'}
              spellCheck={false}
              autoFocus
            />
          </div>
        </div>
        <Button
          submit
          look="primary"
          size="large"
          busy={busy}
          disabled={recovery ? code.trim().length < digits : code.length < digits}
        >
          {intl.formatMessage({ id: 'login.confirmCode' })}
        </Button>
        <div className="login-row row">
          <Button
            look="link"
            onClick={() => {
              setRecovery(!recovery)
              setCode('')
            }}
          >
            {intl.formatMessage({ id: recovery ? 'login.useAuthenticator' : 'login.useRecoveryCode' })}
          </Button>
          <Button look="link" onClick={onBack}>
            {intl.formatMessage({ id: 'login.backToLogin' })}
          </Button>
        </div>
      </form>
    </AuthLayout>
  )
}
