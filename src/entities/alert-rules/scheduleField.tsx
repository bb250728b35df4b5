import './rules.css'
import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { type Schedule, type ScheduleInput, weekdays } from '#contract/alerts/schedules.ts'
import { TimeInput } from '../../form/controls/TimeInput.tsx'
import type { Draft, Field, FieldProps } from '../../form/describe.ts'
import { date, text } from '../../form/fields.tsx'
import { group } from '../../form/parts.tsx'
import { useScheduleWords, useWeekdayName } from './scheduleWords.ts'

type Weekly = Schedule['weekly']
type Window = Weekly[number]
type Drafted = Draft<ScheduleInput>

const workday: Window = { days: [...weekdays], fromMinuteOfDay: 8 * 60, toMinuteOfDay: 18 * 60 }

/** Hours of the week, one row each. */
const weeklyField: Field<Drafted, Weekly> = {
  labelId: 'rule.schedule.weekly',
  isWide: true,
  showsInside: true,
  Show: () => null,
  Input: WeeklyInput,
}

function WeeklyInput({ id, value, onChange, onBlur, disabled, label }: FieldProps<Drafted, Weekly>) {
  const intl = useIntl()
  const rows = value ?? []
  const put = (place: number, change: Partial<Window>) =>
    onChange(rows.map((row, at) => (at === place ? { ...row, ...change } : row)))
  return (
    <div role="group" aria-label={label} id={id} className="rule-weekly">
      {rows.map((row, place) => (
        <WindowRow
          key={place}
          {...{ row, disabled, place, id, onBlur }}
          onChange={(change) => put(place, change)}
          onRemove={() => onChange(rows.filter((_row, at) => at !== place))}
        />
      ))}
      <Button size="small" disabled={disabled} onClick={() => onChange([...rows, workday])}>
        {intl.formatMessage({ id: 'rule.schedule.addHours' })}
      </Button>
    </div>
  )
}

interface RowProps {
  id: string
  place: number
  row: Window
  disabled: boolean
  onChange: (change: Partial<Window>) => void
  onBlur: () => void
  onRemove: () => void
}

function WindowRow({
  id,
  place,
  row: { days, fromMinuteOfDay, toMinuteOfDay },
  disabled,
  onChange,
  onBlur,
  onRemove,
}: RowProps) {
  const intl = useIntl()
  const nameOf = useWeekdayName()
  const label = (labelId: 'rule.schedule.from' | 'rule.schedule.to') => intl.formatMessage({ id: labelId })
  return (
    <div className="rule-window">
      {weekdays.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={days.includes(day)}
            disabled={disabled}
            onChange={({ target }) =>
              onChange({ days: weekdays.filter((one) => (one === day ? target.checked : days.includes(one))) })
            }
          />
          {nameOf(day)}
        </label>
      ))}
      <label htmlFor={`${id}-${place}-from`}>{label('rule.schedule.from')}</label>
      <TimeInput
        id={`${id}-${place}-from`}
        value={fromMinuteOfDay}
        disabled={disabled}
        onChange={(minute) => onChange({ fromMinuteOfDay: minute ?? 0 })}
        onBlur={onBlur}
      />
      <label htmlFor={`${id}-${place}-to`}>{label('rule.schedule.to')}</label>
      <TimeInput
        id={`${id}-${place}-to`}
        value={toMinuteOfDay}
        disabled={disabled}
        onChange={(minute) => onChange({ toMinuteOfDay: minute ?? 0 })}
        onBlur={onBlur}
      />
      <Button size="small" type="text" disabled={disabled} onClick={onRemove}>
        {intl.formatMessage({ id: 'rule.schedule.removeHours' })}
      </Button>
    </div>
  )
}

/** Dates separated by spaces or commas, as `2026-05-01`. */
const restDaysField: Field<Drafted, string[]> = {
  labelId: 'rule.schedule.restDays',
  hintId: 'rule.schedule.restDaysHint',
  isWide: true,
  Show: ({ value }) => value.join(' '),
  Input: ({ id, value, onChange, onBlur, disabled, label }) => (
    <textarea
      id={id}
      className="rule-days"
      rows={1}
      aria-label={label}
      disabled={disabled}
      defaultValue={(value ?? []).join(' ')}
      onChange={({ target }) => onChange(target.value.split(/[^\d-]+/).filter(Boolean))}
      onBlur={onBlur}
    />
  ),
}

const parts = group<object, ScheduleInput>(
  'rule.schedule',
  {
    weekly: weeklyField,
    fromDay: date('rule.schedule.fromDay'),
    toDay: date('rule.schedule.toDay', { notBefore: ({ fromDay }) => fromDay }),
    seasonFrom: text('rule.schedule.seasonFrom', { placeholderId: 'rule.schedule.monthDay' }),
    seasonTo: text('rule.schedule.seasonTo', { placeholderId: 'rule.schedule.monthDay' }),
    restDays: restDaysField,
  },
  { hintId: 'rule.schedule.hint', emptyId: 'rule.schedule.always' },
)

/** When a rule is in force; empty: always. */
export const scheduleField: Field<object, ScheduleInput> = {
  ...parts,
  Show: ShownSchedule,
}

function ShownSchedule({ value }: { value: ScheduleInput }) {
  return useScheduleWords(value)
}
