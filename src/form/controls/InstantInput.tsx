import { useFormats, viewerZone } from '../../locale/formats.ts'
import { CalendarInput } from './calendar/CalendarInput.tsx'
import type { ControlProps } from './controlProps.ts'

/** Returns an instant in the viewer's zone as `2026-05-01T11:12`. */
function localMinute(at: string | number): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(at))
    .replace(' ', 'T')
}

/** Input for a minute of a day in the viewer's zone, which is shown. */
export function InstantInput({ value, onChange, ...props }: ControlProps<string | number>) {
  const { zone } = useFormats()
  return (
    <CalendarInput
      {...props}
      kind="minute"
      value={value == null ? null : localMinute(value)}
      note={value == null ? null : <span>{zone(value, viewerZone)}</span>}
      onChange={(minute) => onChange?.(minute === null ? null : new Date(minute).toISOString())}
    />
  )
}
