import { useState } from 'react'
import { useIntl } from 'react-intl'
import { captchaSchema } from '#contract/people/auth.ts'
import { telephoneSchema } from '#contract/values/telephones.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { Button } from '../../controls/Button.tsx'
import { TextField } from '../../controls/TextField.tsx'
import { matches, required, useFields } from '../../controls/useFields.ts'
import { captchaDigits } from '../../form/controls/captchaDigits.ts'
import { captchaRequiredId } from '../../form/controls/captchaRequired.ts'
import { SendCodeButton } from '../../form/controls/SendCodeButton.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useSmsCode } from '../../store/smsCodes.ts'
import { KeepSignedIn } from './KeepSignedIn.tsx'
import type { LoginInput } from './useLogin.ts'

export function MobileForm({ busy, onSubmit }: { busy: boolean; onSubmit: (input: LoginInput) => void }) {
  const intl = useIntl()
  const [autoLogin, setAutoLogin] = useState(false)
  const [notSent, setNotSent] = useState<CallFailure | null>(null)
  const sent = useSmsCode((state) => state.sent)
  const fields = useFields(
    { telephone: (sent?.telephone ?? '').replace(/^\+86/, ''), captcha: '' },
    {
      telephone: [
        required(intl.formatMessage({ id: 'auth.telephoneRequired' })),
        matches(telephoneSchema, intl.formatMessage({ id: 'auth.telephoneWrong' })),
      ],
      captcha: [
        (value, { telephone }) =>
          value === '' ? intl.formatMessage({ id: captchaRequiredId(sent, telephone) }) : null,
        matches(captchaSchema, intl.formatMessage({ id: 'auth.captchaWrong' })),
      ],
    },
  )
  const captcha = fields.bind('captcha')
  return (
    <form noValidate onSubmit={fields.onSubmit((input) => onSubmit({ type: 'mobile', ...input, autoLogin }))}>
      <CallErrorAlert failure={notSent} />
      <TextField
        label={intl.formatMessage({ id: 'auth.telephone' })}
        field={fields.bind('telephone')}
        type="tel"
        autoComplete="tel"
        autoFocus
      />
      <TextField
        label={intl.formatMessage({ id: 'auth.captcha' })}
        field={{ ...captcha, onChange: (value) => captcha.onChange(captchaDigits(value)) }}
        inputMode="numeric"
        autoComplete="one-time-code"
      >
        <SendCodeButton
          telephone={fields.values.telephone}
          onWrongTelephone={() => fields.check('telephone')}
          onFailure={(error) => setNotSent(error && callFailureOf(error))}
        />
      </TextField>
      <KeepSignedIn value={autoLogin} onChange={setAutoLogin} />
      <Button submit look="primary" size="large" busy={busy}>
        {intl.formatMessage({ id: 'login.submit' })}
      </Button>
    </form>
  )
}
