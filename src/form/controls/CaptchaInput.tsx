import './controls.css'
import { Input } from 'antd'
import type { CallError } from '../../api/CallError.ts'
import { captchaDigits } from './captchaDigits.ts'
import type { ControlProps } from './controlProps.ts'
import { SendCodeButton } from './SendCodeButton.tsx'

interface Props extends ControlProps<string> {
  telephone: string | null | undefined
  onWrongTelephone: () => void
  onFailure: (error: CallError | null) => void
}

/**
 * Input for the six digits of an SMS code, with the button that requests it.
 * @example
 * <Form.Item name="captcha" rules={…}>
 *   <CaptchaInput telephone={telephone} onWrongTelephone={() => form.validateFields(['telephone'])} onFailure={setFailure} />
 * </Form.Item>
 */
export function CaptchaInput({ value, onChange, onBlur, telephone, onWrongTelephone, onFailure, ...bound }: Props) {
  return (
    <div className="captcha-input">
      <Input
        {...bound}
        value={value ?? ''}
        onChange={(event) => onChange?.(captchaDigits(event.target.value) || null)}
        onBlur={() => onBlur?.()}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <SendCodeButton
        telephone={telephone}
        disabled={bound.disabled === true}
        onWrongTelephone={onWrongTelephone}
        onFailure={onFailure}
      />
    </div>
  )
}
