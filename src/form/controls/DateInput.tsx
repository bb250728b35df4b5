import { Input } from 'antd'
import type { ControlProps } from './controlProps.ts'

/** A day of the calendar, as `2026-05-01`, by the browser's own picker: keyboard, screen readers and phones know it. */
export function DateInput({ value, onChange, onBlur, notBefore, ...bound }: ControlProps<string> & { notBefore?: string | null }) {
  return (
    <Input
      {...bound}
      className="form-date"
      type="date"
      value={value ?? ''}
      min={notBefore ?? undefined}
      onChange={(event) => onChange?.(event.target.value || null)}
      onBlur={() => onBlur?.()}
    />
  )
}
