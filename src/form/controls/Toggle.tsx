import { Switch } from 'antd'
import type { FieldControlProps } from './controlProps.ts'

/** Switch for yes or no. */
export function Toggle({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  'aria-describedby': describedBy,
}: FieldControlProps<boolean>) {
  return (
    <span onBlur={onBlur}>
      <Switch id={id} aria-describedby={describedBy} checked={value ?? false} onChange={onChange} disabled={disabled} />
    </span>
  )
}
