import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { readTelephone } from '#contract/values/telephones.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { CallError } from '../../api/CallError.ts'
import { Button } from '../../controls/Button.tsx'
import { useSecondsUntil } from '../../store/useSecondsUntil.ts'
import { saveSmsCode, useSmsCode } from '../../store/smsCodes.ts'
import { isCodeSentTo } from './captchaRequired.ts'

interface Props {
  /** Telephone as typed so far; the code goes there. */
  telephone: string | null | undefined
  disabled?: boolean
  /** Called when the telephone is invalid, to show an error at its field. */
  onWrongTelephone: () => void
  /** Receives the failure to send the code; null after success. */
  onFailure: (error: CallError | null) => void
}

const defaultWaitSeconds = 60

/**
 * Sends an SMS code, shows where it went, and counts the seconds until another may be requested.
 * The server sets that time, also by `Retry-After` in a refusal. Both survive a reload.
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
      const { againSeconds } = await call(
        endpoints.auth.sendSmsCode,
        { telephone: readable, smsType: 'LOGIN' },
        { shows: inPlace },
      )
      saveSmsCode(readable, againSeconds, true)
      onFailure(null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // A code sent before remains valid.
      if (error.code === 'TOO_MANY_TRIES') saveSmsCode(readable, error.retryAfterSeconds ?? defaultWaitSeconds, isSent)
      onFailure(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <Button className="send-code" onClick={() => void send()} busy={sending} disabled={disabled || seconds > 0}>
        {seconds > 0
          ? intl.formatMessage({ id: 'captcha.again' }, { seconds })
          : intl.formatMessage({ id: 'captcha.get' })}
      </Button>
      <p className="code-sent" role="status">
        {isSent && intl.formatMessage({ id: 'captcha.sentTo' }, { telephone: readable })}
      </p>
    </>
  )
}
