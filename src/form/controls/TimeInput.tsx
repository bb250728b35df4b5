import { type FieldControlProps, bindingOf } from './controlProps.ts'

const twoDigits = (figure: number) => String(figure).padStart(2, '0')

/** Formats minutes since midnight as a clock time: `20:00`. */
export function timeText(minutes: number): string {
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** Native input for a time of day; its value is minutes since midnight. */
export function TimeInput({ value, onChange, ...props }: FieldControlProps<number>) {
  return (
    <input
      {...bindingOf(props)}
      className="time-input"
      type="time"
      value={value == null ? '' : timeText(value)}
      onChange={({ target }) => {
        const [hours, minutes] = target.value.split(':').map(Number)
        onChange(hours === undefined || minutes === undefined ? null : hours * 60 + minutes)
      }}
    />
  )
}
