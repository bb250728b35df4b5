import { Button } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { CalendarInput } from '../../form/controls/calendar/CalendarInput.tsx'
import { dayOf, toDay } from '../address/days.ts'
import { viewerZone, zoneName } from '../instants.ts'
import type { EditorProps } from './editorProps.ts'
import { joinParts } from '../../locale/joins.ts'

const presets = [
  { days: 1, titleId: 'list.today' },
  { days: 7, titleId: 'list.last7Days' },
  { days: 30, titleId: 'list.last30Days' },
] as const
const dayMs = 86_400_000

/** Selects a range of days in the viewer's calendar, both ends included. */
export function DaysEditor({ value, onChange, onClose }: EditorProps) {
  const intl = useIntl()
  const id = useId()
  const [from, setFrom] = useState(value?.kind === 'days' ? (value.from ?? '') : '')
  const [to, setTo] = useState(value?.kind === 'days' ? (value.to ?? '') : '')
  const apply = (first: string | null, last: string | null) => {
    const isTurned = first !== null && last !== null && first > last
    onChange(
      first === null && last === null
        ? null
        : { kind: 'days', from: isTurned ? last : first, to: isTurned ? first : last },
    )
    onClose()
  }
  return (
    <form
      className="editor"
      onSubmit={(event) => {
        event.preventDefault()
        apply(toDay(from), toDay(to))
      }}
    >
      <div className="editor-row">
        {presets.map(({ days, titleId }) => (
          <Button
            key={days}
            size="small"
            onClick={() => apply(dayOf(Date.now() - (days - 1) * dayMs), dayOf(Date.now()))}
          >
            {intl.formatMessage({ id: titleId })}
          </Button>
        ))}
      </div>
      <div>
        <label htmlFor={`${id}from`}>{intl.formatMessage({ id: 'list.from' })}</label>
        <CalendarInput autoFocus id={`${id}from`} value={from} onChange={(day) => setFrom(day ?? '')} />
      </div>
      <div>
        <label htmlFor={`${id}to`}>{intl.formatMessage({ id: 'list.to' })}</label>
        <CalendarInput id={`${id}to`} value={to} onChange={(day) => setTo(day ?? '')} />
      </div>
      <p className="editor-note">
        {intl.formatMessage({ id: 'list.zone' }, { zone: joinParts(intl, viewerZone(), zoneName(intl.locale)) })}
      </p>
      <Button type="primary" block htmlType="submit">
        {intl.formatMessage({ id: 'list.apply' })}
      </Button>
    </form>
  )
}
