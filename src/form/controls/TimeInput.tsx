import { type FieldControlProps, bindingOf } from './controlProps.ts'

const twoDigits = (figure: number) => String(figure).padStart(2, '0')

/** Minutes since midnight as a clock shows them: `20:00`. */
export function timeText(minutes: number): string {
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** A time of the day by the browser's own control; its value is the minutes since midnight. */
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
