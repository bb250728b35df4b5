import './controls.css'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/endpoints.ts'
import { readTelephone } from '#contract/telephones.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import { useSecondsUntil } from '../../store/useSecondsUntil.ts'
import { keepSmsCode, useSmsCode } from '../../store/smsCodes.ts'
import type { ControlProps } from './controlProps.ts'

interface Props extends ControlProps<string> {
  /** As typed so far; the code is sent there. */
  telephone: string | null | undefined
  /** Asked for a code while the telephone is none: say so at the telephone's field. */
  onWrongTelephone: () => void
  /** The code could not be sent; null when it was. */
  onFailure: (error: CallError | null) => void
}

const waitUnknownSeconds = 60
const length = 6

/** Pasted codes come with spaces and words around them. */
function digitsOf(text: string): string | null {
  return text.replaceAll(/\D/g, '').slice(0, length) || null
}

/**
 * The six digits of an SMS, and the button that sends them; after that it counts the seconds until it can be asked for
 * again, as the server says (a refusal with a `Retry-After` counts, too). The count outlives a reload.
 *
 *     <Form.Item name="captcha" rules={…}>
 *       <CaptchaInput telephone={telephone} onWrongTelephone={() => form.validateFields(['telephone'])} onFailure={setFailure} />
 *     </Form.Item>
 */
export function CaptchaInput({ value, onChange, onBlur, telephone, onWrongTelephone, onFailure, ...bound }: Props) {
  const intl = useIntl()
  const [sending, setSending] = useState(false)
  const readable = readTelephone(telephone ?? '')
  const againAt = useSmsCode(({ sent }) => (sent !== null && sent.telephone === readable ? sent.againAt : null))
  const seconds = useSecondsUntil(againAt)

  async function send() {
    if (readable === undefined) {
      onWrongTelephone()
      return
    }
    setSending(true)
    try {
      const { againSeconds } = await call(endpoints.auth.sendSmsCode, { telephone: readable, smsType: 'LOGIN' }, { quiet: true })
      keepSmsCode(readable, againSeconds)
      onFailure(null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'TOO_MANY_TRIES') keepSmsCode(readable, error.retryAfterSeconds ?? waitUnknownSeconds)
      onFailure(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="captcha-input">
      <Input
        {...bound}
        value={value ?? ''}
        onChange={(event) => onChange?.(digitsOf(event.target.value))}
        onBlur={() => onBlur?.()}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button onClick={() => void send()} loading={sending} disabled={bound.disabled === true || seconds > 0}>
        {seconds > 0 ? intl.formatMessage({ id: 'captcha.again' }, { seconds }) : intl.formatMessage({ id: 'captcha.get' })}
      </Button>
    </div>
  )
}
