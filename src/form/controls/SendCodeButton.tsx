import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { readTelephone } from '#contract/values/telephones.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { CallError } from '../../api/CallError.ts'
import { Button } from '../../controls/Button.tsx'
import { useSecondsUntil } from '../../store/useSecondsUntil.ts'
import { keepSmsCode, useSmsCode } from '../../store/smsCodes.ts'
import { isCodeSentTo } from './captchaRequired.ts'

interface Props {
  /** As typed so far; the code is sent there. */
  telephone: string | null | undefined
  disabled?: boolean
  /** Asked for a code while the telephone is none: say so at the telephone's field. */
  onWrongTelephone: () => void
  /** The code could not be sent; null when it was. */
  onFailure: (error: CallError | null) => void
}

const waitUnknownSeconds = 60

/**
 * Sends the code of an SMS, then counts the seconds until it can be asked for again, as the server says (a refusal with
 * a `Retry-After` counts, too), and says where the code went. Both outlive a reload.
 */
export function SendCodeButton({ telephone, disabled = false, onWrongTelephone, onFailure }: Props) {
  const intl = useIntl()
  const [sending, setSending] = useState(false)
  const readable = readTelephone(telephone ?? '')
  const againAt = useSmsCode(({ sent }) => (sent !== null && sent.telephone === readable ? sent.againAt : null))
  const seconds = useSecondsUntil(againAt)
  const isSent = useSmsCode(({ sent }) => isCodeSentTo(sent, telephone))

  async function send() {
    if (readable === undefined) {
      onWrongTelephone()
      return
    }
    setSending(true)
    try {
      const { againSeconds } = await call(endpoints.auth.sendSmsCode, { telephone: readable, smsType: 'LOGIN' }, { shows: inPlace })
      keepSmsCode(readable, againSeconds, true)
      onFailure(null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // One that was sent before is still good.
      if (error.code === 'TOO_MANY_TRIES') keepSmsCode(readable, error.retryAfterSeconds ?? waitUnknownSeconds, isSent)
      onFailure(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <Button className="send-code" onClick={() => void send()} busy={sending} disabled={disabled || seconds > 0}>
        {seconds > 0 ? intl.formatMessage({ id: 'captcha.again' }, { seconds }) : intl.formatMessage({ id: 'captcha.get' })}
      </Button>
      <p className="code-sent" role="status">
        {isSent && intl.formatMessage({ id: 'captcha.sentTo' }, { telephone: readable })}
      </p>
    </>
  )
}
