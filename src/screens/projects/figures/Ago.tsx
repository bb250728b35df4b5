import { useIntl } from 'react-intl'
import { formatAge } from '../../../locale/durations.ts'
import { useFormats } from '../../../locale/formats.ts'
import { Moment } from '../../../locale/Moment.tsx'
import { useClock } from '../../../store/clock.ts'

/** Time since something was heard, by herd time in steps of ten seconds; the tooltip shows the instant. */
export function Ago({ at }: { at: string }) {
  const intl = useIntl()
  const formats = useFormats()
  const now = useClock(({ herdAt }) => (herdAt === null ? null : Math.floor(herdAt / 10_000) * 10_000))
  if (now === null) return <Moment at={at} />
  return (
    <time dateTime={at} title={formats.instant(at)}>
      {formatAge(intl, now - Date.parse(at))}
    </time>
  )
}
