import { useIntl } from 'react-intl'
import type { ReactNode } from 'react'
import { useClock } from '../../store/clock.ts'
import { isCurrent, useConnection } from '../../store/connection.ts'
import { useStatus } from '../../store/status.ts'
import { useEachSecond } from '../../store/useEachSecond.ts'
import { ConnectionStatus } from '../../shell/ConnectionStatus.tsx'
import type { Tour } from './farms/useTour.ts'
import { UserMenu } from './UserMenu.tsx'
import { joinParts } from '../../locale/joins.ts'

interface Props {
  tour: Tour
  /** The farms of the tour, by risk. */
  farmIds: readonly number[]
  timeZone: string
  search: ReactNode
}

export function TopBar({ tour, farmIds, timeZone, search }: Props) {
  const intl = useIntl()
  return (
    <header className="wall-top row">
      <h1>
        <b>Drover</b>
        <span>
          {joinParts(intl, intl.formatMessage({ id: 'product.subtitle' }), intl.formatMessage({ id: 'monitor.title' }))}
        </span>
      </h1>
      <TourButton tour={tour} farmIds={farmIds} />
      {search}
      <ConnectionStatus className="wall-connection row" />
      <ReadingRate />
      <LocalTime timeZone={timeZone} />
      <UserMenu />
    </header>
  )
}

function TourButton({ tour: { stop, paused, hold, resume }, farmIds }: Pick<Props, 'tour' | 'farmIds'>) {
  const intl = useIntl()
  const at = stop.farmId === null ? -1 : farmIds.indexOf(stop.farmId)
  if (farmIds.length < 2) return <span className="wall-tour row" />
  return (
    <button
      type="button"
      className="wall-tour row"
      aria-pressed={paused}
      title={intl.formatMessage({ id: paused ? 'tour.resume' : 'tour.pause' })}
      onClick={(event) => {
        // The press itself would hold the tour again.
        event.stopPropagation()
        if (paused) resume()
        else hold()
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {farmIds.length <= 12 && (
        <span className="wall-tour-steps" aria-hidden="true">
          {farmIds.map((farmId, index) => (
            <i key={farmId} data-now={index === at || undefined} />
          ))}
        </span>
      )}
      <span>{intl.formatMessage({ id: paused ? 'tour.paused' : 'tour.at' }, { at: at + 1, of: farmIds.length })}</span>
    </button>
  )
}

function ReadingRate() {
  const intl = useIntl()
  const status = useEachSecond(useStatus, (state) => state.status)
  const current = useConnection((state) => isCurrent(state.connection))
  if (!status) return <span className="wall-rate" />
  return (
    <span className="wall-rate">
      {intl.formatMessage({ id: 'rate.readings' }, { rate: <b key="rate">{current ? intl.formatNumber(Math.round(status.readingsPerSecond)) : '–'}</b> })}
    </span>
  )
}

/** Herd time where the farm on the map is: the wall's own clock plays no part in it. */
function LocalTime({ timeZone }: { timeZone: string }) {
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
