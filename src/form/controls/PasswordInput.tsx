import './controls.css'
import { Input } from 'antd'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import type { OwnTexts } from '#contract/values/commonPasswords.ts'
import type { PasswordStrength } from '#contract/values/passwords.ts'
import type { ControlProps } from './controlProps.ts'
import { usePasswordStrength } from './usePasswordStrength.ts'

interface Props extends ControlProps<string> {
  /** `new-password` shows the rule and rates the input; `current-password` does neither. */
  autoComplete: 'new-password' | 'current-password'
  /** Known texts of the account: a password that contains one is rated as common. */
  own?: OwnTexts
}

const levels = {
  tooShort: 1,
  lacksDigit: 1,
  lacksLowercase: 1,
  lacksUppercase: 1,
  common: 1,
  medium: 2,
  strong: 3,
} as const satisfies Record<PasswordStrength, number>

/**
 * Password input that can reveal its text. For a new password it shows the rule, then the strength or what is missing.
 * For repeating a password use `<Input.Password autoComplete="new-password">`.
 * @example <Form.Item name="password" rules={…}><PasswordInput autoComplete="new-password" /></Form.Item>
 */
export function PasswordInput({ value, onChange, onBlur, autoComplete, own = [], ...bound }: Props) {
  const intl = useIntl()
  const isNew = autoComplete === 'new-password'
  const ruleId = useId()
  const describedBy = [isNew && ruleId, bound['aria-describedby']].filter(Boolean).join(' ') || undefined
  return (
    <>
      <Input.Password
        {...bound}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value === '' ? null : event.target.value)}
        onBlur={() => onBlur?.()}
        autoComplete={autoComplete}
        placeholder={isNew ? intl.formatMessage({ id: 'password.rule' }) : undefined}
        aria-describedby={describedBy}
      />
      {isNew && (
        <p className="password-rule" id={ruleId} hidden={(value ?? '') === ''}>
          {intl.formatMessage({ id: 'password.rule' })}
        </p>
      )}
      {isNew && <Strength password={value ?? ''} own={own} />}
    </>
  )
}

function Strength({ password, own }: { password: string; own: OwnTexts }) {
  const intl = useIntl()
  const strength = usePasswordStrength(password, own)
  if (strength === null) return null
  const words = intl.formatMessage({ id: `password.${strength}` })
  return (
    <div className="password-strength row" data-level={levels[strength]} role="status" hidden={password === ''}>
      <span className="password-strength-bars" aria-hidden="true">
        {[1, 2, 3].map((level) => (
          <i key={level} data-on={level <= levels[strength]} />
        ))}
      </span>
      {password !== '' && intl.formatMessage({ id: 'password.strength' }, { strength: words })}
    </div>
  )
}
