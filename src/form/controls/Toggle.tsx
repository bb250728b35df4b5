import { Switch } from 'antd'
import type { ControlProps } from './controlProps.ts'

/** Yes or no. */
export function Toggle({ id, value, onChange, onBlur, disabled = false, 'aria-describedby': describedBy }: ControlProps<boolean>) {
  return (
    <span onBlur={onBlur}>
      <Switch id={id} aria-describedby={describedBy} checked={value ?? false} onChange={(on) => onChange?.(on)} disabled={disabled} />
    </span>
  )
}
