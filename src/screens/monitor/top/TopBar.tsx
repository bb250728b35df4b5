import { useIntl } from 'react-intl'
import type { ReactNode } from 'react'
import { isCurrent, useConnection } from '../../../store/connection.ts'
import type { Freshness } from '../../../store/useDataAge.ts'
import { ConnectionStatus } from '../../../shell/ConnectionStatus.tsx'
import type { Tour } from '../farms/useTour.ts'
import { LocalTime } from './LocalTime.tsx'
import type { RateTotals } from './rates.ts'
import { UserMenu } from './UserMenu.tsx'
import { joinParts } from '../../../locale/joins.ts'

interface Props {
  tour: Tour
  /** Age of the newest data on the wall. */
  freshness: Freshness
  rates: RateTotals | null
  timeZone: string
  search: ReactNode
}

export function TopBar({ tour, freshness, rates, timeZone, search }: Props) {
  const intl = useIntl()
  return (
    <header className="wall-top row">
      <h1>
        <b>Drover</b>
        <span>
          {joinParts(intl, intl.formatMessage({ id: 'product.subtitle' }), intl.formatMessage({ id: 'monitor.title' }))}
        </span>
      </h1>
      <TourButton tour={tour} />
      {search}
      <ConnectionStatus className="wall-connection row" freshness={freshness} />
      <ReadingRate rates={rates} />
      <LocalTime timeZone={timeZone} />
      <UserMenu />
    </header>
  )
}

function TourButton({ tour: { stop, farmIds, paused, pause: hold, resume } }: Pick<Props, 'tour'>) {
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
        // The click itself must not pause the tour again.
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

/** Readings per second from the farms that the viewer may see. */
function ReadingRate({ rates }: Pick<Props, 'rates'>) {
  const intl = useIntl()
  const current = useConnection((state) => isCurrent(state.connection))
  if (!rates) return <span className="wall-rate" />
  return (
    <span className="wall-rate">
      {intl.formatMessage(
        { id: 'rate.readings' },
        { rate: <b key="rate">{current ? intl.formatNumber(Math.round(rates.stored)) : '–'}</b> },
      )}
    </span>
  )
}
