import './calendar.css'
import { CalendarOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { ControlProps } from '../controlProps.ts'
import { type CalendarKind, calendarShape, readCalendar, writeCalendar } from './calendarText.ts'

interface Props extends ControlProps<string> {
  kind?: CalendarKind
  /** First and last value that the calendar offers. */
  min?: string | undefined
  max?: string | undefined
  autoFocus?: boolean
  /** Text after the input: a time zone. */
  note?: ReactNode
}

/**
 * Input for a day or a minute in the format of the page's language, which may differ from the browser's.
 * Its button opens the browser's own calendar. Values use the browser's format: `2026-05-01`, `2026-05-01T11:12`.
 */
export function CalendarInput({
  kind = 'day',
  value,
  onChange,
  onBlur,
  min,
  max,
  note,
  disabled = false,
  ...bound
}: Props) {
  const intl = useIntl()
  const calendar = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const letters = intl.formatMessage({ id: 'form.dateLetters' }).split(' ')

  function type(text: string) {
    setTyped(text)
    const read = readCalendar(intl.locale, kind, text)
    if (text.trim() === '') onChange?.(null)
    else if (read !== null) onChange?.(read)
  }
  return (
    <Input
      {...bound}
      className="form-date"
      disabled={disabled}
      inputMode={kind === 'day' ? 'numeric' : 'text'}
      autoComplete="off"
      placeholder={calendarShape(intl.locale, kind, letters)}
      value={typed ?? (value ? writeCalendar(intl.locale, kind, value) : '')}
      onChange={({ target }) => type(target.value)}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
      suffix={
        <>
          {note}
          <span className="calendar-button">
            <button
              type="button"
              disabled={disabled}
              aria-label={intl.formatMessage({ id: 'form.calendar' })}
              onClick={() => calendar.current?.showPicker()}
            >
              <CalendarOutlined aria-hidden="true" />
            </button>
            <input
              ref={calendar}
              type={kind === 'day' ? 'date' : 'datetime-local'}
              tabIndex={-1}
              aria-hidden="true"
              disabled={disabled}
              value={value ?? ''}
              {...(min !== undefined && { min })}
              {...(max !== undefined && { max })}
              onChange={({ target }) => {
                setTyped(null)
                onChange?.(target.value || null)
              }}
            />
          </span>
        </>
      }
    />
  )
}
