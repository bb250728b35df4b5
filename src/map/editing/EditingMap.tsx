import 'maplibre-gl/dist/maplibre-gl.css'
import './editing.css'
import '../base/mapWorker.ts'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FullscreenControl, Map, NavigationControl, ScaleControl } from 'react-map-gl/maplibre'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { wall } from '../../theme/colours.ts'
import { addOutlines, baseStyle, flatMap, disableMapRotation } from '../base/baseStyle.ts'
import { convertCorners, convertPolygon } from '../base/datum.ts'
import { PlanImages } from '../base/PlanImages.tsx'
import { useBaseMap } from '../base/useBaseMap.ts'
import { useBaseMapOn } from '../base/useBaseMapOn.ts'
import { useMapStart } from '../base/useMapStart.ts'
import { useConversion } from '../base/useConversion.ts'
import { boundsOf, outerRing, type Bounds } from '../geometry.ts'
import { ensureVisible, viewOver } from './sight.ts'
import { Surroundings, type Outline } from './Surroundings.tsx'
import { controlWords } from '../overlays/controlWords.ts'

interface Props {
  /** Points of the edited object; without any the view covers the surroundings. */
  about: readonly LongitudeLatitude[]
  outlines: readonly Outline[]
  onMap?: (map: MapLibreMap) => void
  onClick?: (at: LongitudeLatitude) => void
  /** Notice on devices without maps; in a form it says that coordinates can be typed. */
  unavailableId?: 'polygon.noMap' | 'map.unavailable'
  /** Content drawn on the map. */
  children?: ReactNode
}

/**
 * Base for maps in forms: surrounding farms and pens, zoom, scale, full screen. Needs no network.
 * Its props and callbacks use WGS-84; children convert coordinates themselves (`useConversion`).
 */
export function EditingMap({
  about,
  outlines: given,
  onMap,
  onClick,
  unavailableId = 'polygon.noMap',
  children,
}: Props) {
  const intl = useIntl()
  const baseMap = useBaseMap()
  const { toMap, toGround } = useConversion()
  const outlines = given.map((outline) => ({
    ...outline,
    polygon: convertPolygon(outline.polygon, toMap),
    ...(outline.plan && { plan: { ...outline.plan, corners: convertCorners(outline.plan.corners, toMap) } }),
  }))
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const { notice, onStartError } = useMapStart()
  const style = useMemo(() => baseStyle(wall), [])
  const corners = outlines.flatMap(({ polygon }) => outerRing(polygon))
  const [initialView] = useState(() => viewOver(about.length > 0 ? about.map(toMap) : corners))

  // The surroundings may load after the map.
  const isEmpty = useEffectEvent(() => about.length === 0)
  const around = corners.length > 0 ? boundsOf(corners).join() : ''
  useEffect(() => {
    if (map && around !== '' && isEmpty()) ensureVisible(map, around.split(',').map(Number) as Bounds)
  }, [map, around])

  useBaseMapOn(map, baseMap)
  if (notice) {
    return (
      <p className="polygon-map-notice">
        <FormattedMessage id={notice === 'map.unavailable' ? unavailableId : notice} />
      </p>
    )
  }
  return (
    <Map
      initialViewState={initialView}
      mapStyle={style}
      {...flatMap}
      locale={controlWords(intl)}
      onLoad={({ target }: { target: MapLibreMap }) => {
        disableMapRotation(target)
        addOutlines(target, wall)
        setMap(target)
        onMap?.(target)
      }}
      onError={(error: { target: unknown }) => {
        if (!map) onStartError(error)
      }}
      {...(onClick && {
        onClick: ({ lngLat }: { lngLat: { lng: number; lat: number } }) => onClick(toGround([lngLat.lng, lngLat.lat])),
      })}
    >
      <NavigationControl showCompass={false} position="bottom-right" />
      <FullscreenControl position="bottom-right" />
      <ScaleControl unit="metric" position="bottom-left" />
      <Surroundings outlines={outlines} />
      {map && <PlanImages map={map} plans={outlines.flatMap(({ id, plan }) => (plan ? [{ id, plan }] : []))} />}
      {children}
    </Map>
  )
}
