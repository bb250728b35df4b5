import { useIntl } from 'react-intl'
import { formatAge } from '../../../locale/durations.ts'
import { useFormats } from '../../../locale/formats.ts'
import { Moment } from '../../../locale/Moment.tsx'
import { useClock } from '../../../store/clock.ts'

/** Time since something was heard, by herd time; the tooltip shows the instant. */
export function Ago({ at }: { at: string }) {
  const intl = useIntl()
  const formats = useFormats()
  const age = useClock(({ herdAt }) => (herdAt === null ? null : formatAge(intl, herdAt - Date.parse(at))))
  if (age === null) return <Moment at={at} />
  return (
    <time dateTime={at} title={formats.instant(at)}>
      {age}
    </time>
  )
}
