import { useCallback, useSyncExternalStore } from 'react'
import { Marker, useMap } from 'react-map-gl/maplibre'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { convertPolygon } from '../base/datum.ts'
import { useConversion } from '../base/useConversion.ts'
import { outerRing, topOf } from '../geometry.ts'
import { textPixels } from '../labels/labels.ts'
import { EditingMap } from './EditingMap.tsx'
import { nameSides, type NameSide } from './nameSides.ts'
import type { Outline } from './Surroundings.tsx'

interface Props {
  /** Farms with clickable names. */
  farms: readonly Outline[]
  /** Further outlines. */
  outlines: readonly Outline[]
  onOpen: (farm: Outline) => void
}

/** Map of farms without editing. */
export function OverviewMap({ farms, outlines, onOpen }: Props) {
  const nameless = farms.map((farm) => ({ ...farm, name: '' }))
  return (
    <div className="polygon-map overview-map">
      <EditingMap about={[]} outlines={[...nameless, ...outlines]} unavailableId="map.unavailable">
        <Names farms={farms} onOpen={onOpen} />
      </EditingMap>
    </div>
  )
}

/** Names of farms without overlaps; a name without room is replaced by a mark. */
function Names({ farms, onOpen }: Pick<Props, 'farms' | 'onOpen'>) {
  const { toMap } = useConversion()
  const places = farms.map((farm) => ({ farm, at: topOf(outerRing(convertPolygon(farm.polygon, toMap))) }))
  const sides = useSides(places.map(({ farm, at }) => ({ name: farm.name, at })))
  return places.map(({ farm, at: [longitude, latitude] }, place) => {
    const side = sides[place] ?? 'over'
    const isMark = side === 'mark'
    return (
      <Marker key={farm.id} longitude={longitude} latitude={latitude} anchor={side === 'under' ? 'top' : 'bottom'}>
        <button
          type="button"
          className="overview-map-name"
          data-mark={isMark || undefined}
          {...(isMark && { 'aria-label': farm.name, title: farm.name })}
          onClick={() => onOpen(farm)}
        >
          {isMark ? <span aria-hidden="true">•</span> : farm.name}
        </button>
      </Marker>
    )
  })
}

/** Sizes as drawn: letter width, padding, and height, which is larger for touch. */
const letterPixels = 14
const framePixels = 18
const heightPixels = () => (matchMedia('(pointer: coarse)').matches ? 44 : 28)

/** Returns on which side of its point each name has room in the current view. */
function useSides(names: readonly { name: string; at: LongitudeLatitude }[]): NameSide[] {
  const map = useMap().current
  const subscribe = useCallback(
    (onChange: () => void) => {
      const listening = map && [map.on('move', onChange), map.on('resize', onChange)]
      return () => listening?.forEach((one) => one.unsubscribe())
    },
    [map],
  )
  const sides = () => {
    if (!map) return ''
    const height = heightPixels()
    const points = names.map(({ name, at }) => {
      const { x, y } = map.project(at)
      return { x, y, width: textPixels(name, letterPixels) + framePixels, height }
    })
    return nameSides(points).join()
  }
  return useSyncExternalStore(subscribe, sides)
    .split(',')
    .map((side) => (side === 'under' || side === 'mark' ? side : 'over'))
}
