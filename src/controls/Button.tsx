import './controls.css'
import type { ButtonHTMLAttributes } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'default' | 'primary' | 'link' | 'text'
  /** `large` takes the whole width. */
  size?: 'small' | 'middle' | 'large'
  /** Its action is under way; it can't be pressed again meanwhile. */
  busy?: boolean
  submit?: boolean
}

/** A button without antd, for pages that are shown before antd is there. */
export function Button({ look = 'default', size = 'middle', busy = false, submit = false, disabled = false, className = '', ...rest }: Props) {
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
