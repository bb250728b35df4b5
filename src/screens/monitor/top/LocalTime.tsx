import { useIntl } from 'react-intl'
import { useClock } from '../../../store/clock.ts'

/** Clock that shows herd time in a time zone, independent of the wall's own clock. */
export function LocalTime({ timeZone }: { timeZone: string }) {
  const intl = useIntl()
  const herdAt = useClock((state) => state.herdAt)
  if (herdAt === null) return <time className="wall-clock">--:--:--</time>
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(herdAt)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC')
  return (
    <time className="wall-time row" dateTime={new Date(herdAt).toISOString()}>
      <span className="wall-date">
        <span>{intl.formatDate(herdAt, { timeZone, month: 'short', day: 'numeric', weekday: 'short' })}</span>
        <span>{intl.formatMessage({ id: 'monitor.localTime' }, { zone: offset ?? timeZone })}</span>
      </span>
      <span className="wall-clock">
        {intl.formatTime(herdAt, { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })}
      </span>
    </time>
  )
}
