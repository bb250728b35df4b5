import { App, Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { captchaSchema } from '#contract/people/auth.ts'
import type { Account } from '#contract/people/account.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { telephoneSchema } from '#contract/values/telephones.ts'
import { call } from '../../api/call.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { TextField } from '../../controls/TextField.tsx'
import { matches, required, useFields } from '../../controls/useFields.ts'
import { captchaDigits } from '../../form/controls/captchaDigits.ts'
import { captchaRequiredId } from '../../form/controls/captchaRequired.ts'
import { SendCodeButton } from '../../form/controls/SendCodeButton.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useSubmit } from '../../shell/auth/useSubmit.ts'
import { useSmsCode } from '../../store/smsCodes.ts'
import { Panel } from './Panel.tsx'

/** Changes the telephone number, or confirms the one that an administrator entered, by a code sent to it. */
export function TelephonePanel({ account: { telephone, pendingTelephone } }: { account: Account }) {
  const intl = useIntl()
  const { message } = App.useApp()
  const [notSent, setNotSent] = useState<CallFailure | null>(null)
  const sent = useSmsCode((state) => state.sent)
  const fields = useFields(
    { telephone: pendingTelephone ?? '', captcha: '' },
    {
      telephone: [
        required(intl.formatMessage({ id: 'auth.telephoneRequired' })),
        matches(telephoneSchema, intl.formatMessage({ id: 'auth.telephoneWrong' })),
      ],
      captcha: [
        (value, { telephone: entered }) =>
          value === '' ? intl.formatMessage({ id: captchaRequiredId(sent, entered) }) : null,
        matches(captchaSchema, intl.formatMessage({ id: 'auth.captchaWrong' })),
      ],
    },
  )
  const { submit, busy, failure } = useSubmit(async (input: { telephone: string; captcha: string }) => {
    await call(endpoints.account.changeTelephone, input, { shows: inPlace })
    void message.success(intl.formatMessage({ id: 'account.telephoneChanged' }))
  })
  const captcha = fields.bind('captcha')
  return (
    <Panel
      id="telephone"
      title={intl.formatMessage({ id: 'account.telephone' })}
      text={
        pendingTelephone === null
          ? intl.formatMessage({ id: 'account.telephoneText' }, { telephone: telephone ?? '—' })
          : intl.formatMessage({ id: 'account.telephonePending' }, { telephone: pendingTelephone })
      }
    >
      <CallErrorAlert failure={failure ?? notSent} />
      <form noValidate onSubmit={fields.onSubmit((input) => submit(input))}>
        <TextField
          label={intl.formatMessage({ id: 'account.newTelephone' })}
          field={fields.bind('telephone')}
          type="tel"
          autoComplete="tel"
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
        <div className="account-submit">
          <Button type="primary" htmlType="submit" loading={busy}>
            {intl.formatMessage({ id: 'account.changeTelephone' })}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
