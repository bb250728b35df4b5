import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import type { Callout } from './callout.ts'
import { joinNodes } from '../../locale/joins.ts'

interface Props {
  map: MapLibreMap
  callout: Callout
  /** Where the animal is drawn now. */
  position: () => LongitudeLatitude | null
}

/** A few words beside the animal of the worst alert, going with it. */
export function AlertCallout({ map, callout, position }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const place = useEffectEvent(() => {
    const at = position()
    if (!box.current) return
    if (!at) {
      box.current.style.visibility = 'hidden'
      return
    }
    const { x, y } = map.project(at)
    const { clientWidth, clientHeight } = map.getContainer()
    const { offsetWidth, offsetHeight } = box.current
    const seen = x > 0 && y > 0 && x < clientWidth && y < clientHeight
    const gap = 40 * (offsetHeight / 84)
    const left = Math.min(Math.max(8, x - offsetWidth * 0.5), clientWidth - offsetWidth - 8)
    const top = y + gap + offsetHeight > clientHeight - 8 ? y - gap - offsetHeight : y + gap
    box.current.style.visibility = seen ? 'visible' : 'hidden'
    box.current.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
  })
  useEffect(() => {
    const renders = map.on('render', () => place())
    return () => renders.unsubscribe()
  }, [map])
  // What it says may have changed its size.
  useEffect(() => place())

  const intl = useIntl()
  return (
    <div className="farm-map-callout" ref={box}>
      <strong>
        <bdi>{callout.visualTag}</bdi>{' '}
        {callout.metres === null ? (
          <FormattedMessage id="map.callout.critical" />
        ) : (
          <FormattedMessage id="map.callout.outside" values={{ metres: <FormattedNumber value={callout.metres} /> }} />
        )}
      </strong>
      <span>
        {joinNodes(
          intl,
          callout.penName && <bdi key="pen">{callout.penName}</bdi>,
          callout.batteryPercent !== null && intl.formatMessage({ id: 'map.callout.battery' }, { percent: callout.batteryPercent }),
        )}
      </span>
      {callout.heardAgoS === null ? null : (
        <span>
          {callout.heardAgoS < 120 ? (
            <FormattedMessage id="map.callout.heardSeconds" values={{ seconds: callout.heardAgoS }} />
          ) : (
            <FormattedMessage id="map.callout.heardMinutes" values={{ minutes: Math.floor(callout.heardAgoS / 60) }} />
          )}
        </span>
      )}
    </div>
  )
}
