import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { hiddenPartsOf, seenSize } from '../camera/beyond.ts'
import { labelBox, type Box, type Label } from '../labels/labels.ts'
import { placeBeside, type Callout } from './callout.ts'
import { formatAge } from '../../locale/durations.ts'
import { joinNodes } from '../../locale/joins.ts'
import { useDataAge } from '../../store/useDataAge.ts'

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
  /** Age of a reading above which the callout is stale, ms. */
  limitMs: number
  scale: number
  /** Current drawn position of the animal. */
  position: () => LongitudeLatitude | null
  /** Names that the callout must not cover. */
  names: () => readonly Label[]
}

/** Short text next to the animal with the worst alert, which follows it. */
export function AlertCallout({ map, callout, limitMs, scale, position, names }: Props) {
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

  return <CalloutBox callout={callout} limitMs={limitMs} ref={box} />
}

interface BoxProps extends Pick<Props, 'callout' | 'limitMs'> {
  ref?: RefObject<HTMLDivElement | null>
}

/** Content of the callout. Its age ticks with the clock of all ages; old data is grey and hatched. */
export function CalloutBox({ callout, limitMs, ref }: BoxProps) {
  const intl = useIntl()
  const { ageMs, isStale } = useDataAge({ at: callout.heardAt, limitMs })
  const { metres, metresAtRaising } = callout
  return (
    <div
      className="farm-map-callout"
      ref={ref}
      data-severity={callout.severity}
      data-stale={isStale || undefined}
      aria-label={intl.formatMessage({ id: 'map.callout.title' })}
      role="note"
    >
      <strong>{joinNodes(intl, <bdi key="tag">{callout.visualTag}</bdi>, calloutDistance(intl, callout))}</strong>
      <span>
        {joinNodes(
          intl,
          callout.penName && <bdi key="pen">{callout.penName}</bdi>,
          callout.batteryPercent !== null &&
            intl.formatMessage({ id: 'map.callout.battery' }, { percent: callout.batteryPercent }),
        )}
      </span>
      {ageMs !== null && (
        <span>{intl.formatMessage({ id: 'map.callout.heard' }, { age: formatAge(intl, ageMs) })}</span>
      )}
      {metres !== null && metresAtRaising !== null && metresAtRaising !== metres && (
        <span>{intl.formatMessage({ id: 'map.callout.atRaising' }, { metres: metresAtRaising })}</span>
      )}
    </div>
  )
}

/** Returns the animal's distance at its newest position; of an alert without a fence, its severity. */
function calloutDistance(intl: IntlShape, { metres, severity }: Callout): string {
  if (metres === null) return intl.formatMessage({ id: `severity.${severity}` })
  return metres > 0
    ? intl.formatMessage({ id: 'map.callout.outside' }, { metres: intl.formatNumber(metres) })
    : intl.formatMessage({ id: 'alert.backInside' })
}
