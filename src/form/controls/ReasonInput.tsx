import '../form.css'
import { Input } from 'antd'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'

interface Props {
  labelId: MessageId
  value: string
  onChange: (reason: string) => void
  /** Whether the user tried to continue without a reason. */
  isMissing: boolean
  disabled: boolean
}

/** Input for the reason of an action, required before it runs. */
export function ReasonInput({ labelId, value, onChange, isMissing, disabled }: Props) {
  const intl = useIntl()
  const id = useId()
  return (
    <div className="reason">
      <label htmlFor={id}>{intl.formatMessage({ id: labelId })}</label>
      <Input.TextArea
        id={id}
        autoFocus
        rows={3}
        maxLength={500}
        showCount
        value={value}
        disabled={disabled}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        {...(isMissing && { status: 'error' as const })}
        onChange={({ target }) => onChange(target.value)}
      />
      {isMissing && (
        <p id={`${id}-missing`} role="alert" className="reason-missing">
          {intl.formatMessage({ id: 'list.reasonMissing' })}
        </p>
      )}
    </div>
  )
}
