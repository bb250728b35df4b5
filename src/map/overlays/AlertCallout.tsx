import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { hiddenPartsOf, seenSize } from '../camera/beyond.ts'
import { labelBox, type Box, type Label } from '../labels/labels.ts'
import { placeBeside, type Callout } from './callout.ts'
import { joinNodes } from '../../locale/joins.ts'

/** Returns the area of the map's buttons, which stand at the end side of the page's lines. */
function buttonsOf(callout: HTMLElement): Box[] {
  const buttons = callout.parentElement?.querySelector<HTMLElement>('.farm-map-buttons')
  if (!buttons) return []
  const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = buttons
  return [{ left, top, right: left + offsetWidth, bottom: top + offsetHeight }]
}

interface Props {
  map: MapLibreMap
  callout: Callout
  scale: number
  /** Current drawn position of the animal. */
  position: () => LongitudeLatitude | null
  /** Names that the callout must not cover. */
  names: () => readonly Label[]
}

/** Short text next to the animal with the worst alert, which follows it. */
export function AlertCallout({ map, callout, scale, position, names }: Props) {
  const intl = useIntl()
  const box = useRef<HTMLDivElement>(null)
  const place = useEffectEvent(() => {
    const at = position()
    if (!box.current) return
    if (!at) {
      box.current.style.visibility = 'hidden'
      return
    }
    const { left: beyond } = hiddenPartsOf(map.getContainer())
    const { clientWidth, clientHeight } = seenSize(map.getContainer())
    const project = (place: LongitudeLatitude) => {
      const { x, y } = map.project(place)
      return [x - beyond, y] as const
    }
    const [x, y] = project(at)
    const { offsetWidth, offsetHeight } = box.current
    const seen = x > 0 && y > 0 && x < clientWidth && y < clientHeight
    const taken = [...names().map((name) => labelBox(name, project(name.at), scale)), ...buttonsOf(box.current)]
    const { left, top } = placeBeside(
      [x, y],
      { width: offsetWidth, height: offsetHeight },
      { width: clientWidth, height: clientHeight },
      taken,
    )
    box.current.style.visibility = seen ? 'visible' : 'hidden'
    box.current.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
  })
  useEffect(() => {
    const renders = map.on('render', () => place())
    return () => renders.unsubscribe()
  }, [map])
  // Runs after each render, as new text may change the size.
  useEffect(() => place())

  return (
    <div className="farm-map-callout" ref={box}>
      <strong>
        {joinNodes(
          intl,
          <bdi key="tag">{callout.visualTag}</bdi>,
          callout.metres === null
            ? intl.formatMessage({ id: 'map.callout.critical' })
            : intl.formatMessage({ id: 'map.callout.outside' }, { metres: intl.formatNumber(callout.metres) }),
        )}
      </strong>
      <span>
        {joinNodes(
          intl,
          callout.penName && <bdi key="pen">{callout.penName}</bdi>,
          callout.batteryPercent !== null &&
            intl.formatMessage({ id: 'map.callout.battery' }, { percent: callout.batteryPercent }),
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
