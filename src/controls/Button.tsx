import './controls.css'
import type { ButtonHTMLAttributes } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'default' | 'primary' | 'link' | 'text'
  /** `large` takes the full width. */
  size?: 'small' | 'middle' | 'large'
  /** Whether its action is running; the button is disabled until then. */
  busy?: boolean
  submit?: boolean
}

/** Button without antd, for pages shown before antd has loaded. */
export function Button({
  look = 'default',
  size = 'middle',
  busy = false,
  submit = false,
  disabled = false,
  className = '',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      className={`button ${className}`}
      data-look={look}
      data-size={size}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
    />
  )
}
