import 'maplibre-gl/dist/maplibre-gl.css'
import './editing.css'
import '../base/mapWorker.ts'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FullscreenControl, Layer, Map, Marker, NavigationControl, ScaleControl, Source } from 'react-map-gl/maplibre'
import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'
import { wall } from '../../theme/colours.ts'
import { addOutlines, baseStyle, flatMap, keepNorthUp } from '../base/baseStyle.ts'
import { boundsOf, middleOf, outerRing, topOf, type Bounds } from '../geometry.ts'
import { DrawingTools } from './DrawingTools.tsx'
import { startPolygonDrawing, type PolygonDrawing } from './polygonDrawing.ts'
import type { DrawingTool } from './tools.ts'

/** Escape ends what is drawn, and not the form around it. */
const keepEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation()
}

/** What lies around a polygon that is drawn, and what its corners snap to. */
export interface Outline {
  id: string
  name: string
  polygon: Polygon
  kind: 'farm' | 'pen'
}

interface Props {
  polygon: Polygon | null
  outlines: readonly Outline[]
  isDisabled: boolean
  canUndo: boolean
  canRedo: boolean
  onChange: (polygon: Polygon | null) => void
  onUndo: () => void
  onRedo: () => void
}

/** Where a map begins that has nothing to show. */
const nowhere = { longitude: 105, latitude: 36, zoom: 3 }
/** Clear of the buttons at its edges. */
const fitting = { padding: { top: 96, bottom: 48, left: 40, right: 64 }, maxZoom: 18, duration: 0 }
const mostNames = 200

/** A map on which one polygon is drawn and edited. Needs no network. */
export function PolygonMap({ polygon, outlines, isDisabled, canUndo, canRedo, onChange, onUndo, onRedo }: Props) {
  const intl = useIntl()
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [tool, setTool] = useState<DrawingTool>('outline')
  const drawing = useRef<PolygonDrawing | null>(null)
  const drawn = useRef<Polygon | null>(null)
  const style = useMemo(() => baseStyle(wall), [])
  const [initialView] = useState(() => viewOf(polygon, outlines))

  const linesNow = useEffectEvent(() => outlines.flatMap((outline) => outline.polygon.coordinates))
  const changed = useEffectEvent((next: Polygon | null) => {
    drawn.current = next
    onChange(next)
  })
  useEffect(() => {
    if (!map) return
    addOutlines(map, wall)
    map.getCanvas().addEventListener('keydown', keepEscape)
    const started = startPolygonDrawing(map, { lines: () => linesNow(), onChange: (next) => changed(next), onTool: setTool })
    started.choose('outline')
    drawing.current = started
    return () => {
      drawing.current = null
      started.stop()
    }
  }, [map])

  useEffect(() => {
    if (!map || polygon === drawn.current) return
    drawn.current = polygon
    drawing.current?.show(polygon)
    if (polygon) look(map, boundsOf(outerRing(polygon)))
  }, [map, polygon])

  // What lies around may come after the map.
  const isEmpty = useEffectEvent(() => polygon === null)
  const around = outlines.length > 0 ? boundsOf(outlines.flatMap((outline) => outerRing(outline.polygon))).join() : ''
  useEffect(() => {
    if (map && around !== '' && isEmpty()) look(map, around.split(',').map(Number) as Bounds)
  }, [map, around])

  function choose(next: DrawingTool) {
    drawing.current?.choose(next)
    setTool(next)
    map?.getCanvas().focus()
  }
  if (isFailed) {
    return (
      <p className="polygon-map-notice">
        <FormattedMessage id="polygon.noMap" />
      </p>
    )
  }
  return (
    <div className="polygon-map" data-tool={tool}>
      {!isDisabled && (
        <DrawingTools
          tool={tool}
          hasOutline={polygon !== null}
          canUndo={canUndo || tool !== 'corners'}
          canRedo={canRedo}
          onChoose={choose}
          onUndo={() => drawing.current?.undoCorner() || onUndo()}
          onRedo={onRedo}
        />
      )}
      <Map
        initialViewState={initialView}
        mapStyle={style}
        {...flatMap}
        locale={{ 'Map.Title': intl.formatMessage({ id: 'map.title' }) }}
        onLoad={({ target }: { target: MapLibreMap }) => {
          keepNorthUp(target)
          setMap(target)
        }}
        onError={() => {
          if (!map) setFailed(true)
        }}
      >
        <NavigationControl showCompass={false} position="bottom-right" />
        <FullscreenControl position="bottom-right" />
        <ScaleControl unit="metric" position="bottom-left" />
        <Surroundings outlines={outlines} />
      </Map>
    </div>
  )
}

/** Farms dashed, pens drawn through, each with its name. */
function Surroundings({ outlines }: { outlines: readonly Outline[] }) {
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: outlines.map(({ polygon, kind }) => ({ type: 'Feature' as const, properties: { kind }, geometry: polygon })),
    }),
    [outlines],
  )
  return (
    <>
      <Source id="surroundings" type="geojson" data={data}>
        <Layer id="surrounding-pens" type="fill" filter={['==', ['get', 'kind'], 'pen']} paint={{ 'fill-color': wall.penLine, 'fill-opacity': 0.12 }} />
        <Layer id="surrounding-pen-lines" type="line" filter={['==', ['get', 'kind'], 'pen']} paint={{ 'line-color': wall.penLine, 'line-width': 1.5 }} />
        <Layer id="surrounding-farms" type="line" filter={['==', ['get', 'kind'], 'farm']} paint={{ 'line-color': wall.normalLine, 'line-width': 1.5, 'line-dasharray': [3, 2] }} />
      </Source>
      {outlines.slice(0, mostNames).map(({ id, name, polygon }) => {
        const [longitude, latitude] = topOf(outerRing(polygon))
        return (
          <Marker key={id} longitude={longitude} latitude={latitude} anchor="bottom" className="polygon-map-name">
            {name}
          </Marker>
        )
      })}
    </>
  )
}

/** Moves a map so that something is in sight, unless it is already, and not too small. */
function look(map: MapLibreMap, [west, south, east, north]: Bounds): void {
  const view = map.getBounds()
  const isSeen = view.contains([west, south]) && view.contains([east, north])
  const share = (east - west) / Math.max(1e-9, view.getEast() - view.getWest())
  if (!isSeen || share < 0.05) map.fitBounds([west, south, east, north], fitting)
}

function viewOf(polygon: Polygon | null, outlines: readonly Outline[]) {
  const points: LongitudeLatitude[] = polygon ? outerRing(polygon) : outlines.flatMap((outline) => outerRing(outline.polygon))
  if (points.length === 0) return nowhere
  const bounds = boundsOf(points)
  const [longitude, latitude] = middleOf(bounds)
  const [west, south, east, north] = bounds
  return { longitude, latitude, bounds: [west, south, east, north] as [number, number, number, number], fitBoundsOptions: fitting }
}
