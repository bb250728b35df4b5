import { CalendarInput } from './calendar/CalendarInput.tsx'
import type { ControlProps } from './controlProps.ts'

/** Input for a calendar day, as `2026-05-01`. */
export function DateInput({ notBefore, ...props }: ControlProps<string> & { notBefore?: string | null }) {
  return <CalendarInput {...props} min={notBefore ?? undefined} />
}
