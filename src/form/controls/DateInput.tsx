import 'dayjs/locale/pt-br.js'
import 'dayjs/locale/zh-cn.js'
import 'dayjs/locale/zh-tw.js'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { ControlProps } from './controlProps.ts'

const written = 'YYYY-MM-DD'

/** A day of the calendar, as `2026-05-01`: chosen or typed. */
export function DateInput({ value, onChange, onBlur, notBefore, disabled = false, ...bound }: ControlProps<string> & { notBefore?: string | null }) {
  const { id, ...aria } = bound
  return (
    <DatePicker
      {...aria}
      {...(id !== undefined && { id })}
      className="form-date"
      value={value == null ? null : dayjs(value, written)}
      onChange={(day) => onChange?.(day?.format(written) ?? null)}
      onBlur={() => onBlur?.()}
      disabled={disabled}
      format={written}
      {...(notBefore && { disabledDate: (day) => day.isBefore(dayjs(notBefore), 'day') })}
    />
  )
}
