import { useIntl } from 'react-intl'
import type { ReplayPeriod } from '#contract/herd/replay.ts'
import { useFormats } from '../../locale/formats.ts'

/** States how long the displayed data is retained. */
export function RetentionNote({
  period: { readingsUntil, hoursUntil, timeZone },
}: {
  period: Pick<ReplayPeriod, 'readingsUntil' | 'hoursUntil' | 'timeZone'>
}) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <p className="replay-note">
      {intl.formatMessage(
        { id: 'replay.kept' },
        { readings: formats.day(readingsUntil, timeZone), hours: formats.day(hoursUntil, timeZone) },
      )}
    </p>
  )
}
