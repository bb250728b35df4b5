import 'maplibre-gl/dist/maplibre-gl.css'
import './replay.css'
import '../base/mapWorker.ts'
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FullscreenControl, Layer, Map, Marker, NavigationControl, ScaleControl, Source } from 'react-map-gl/maplibre'
import type { ReplayFarm } from '#contract/herd/replay.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { wall } from '../../theme/colours.ts'
import { addOutlines, baseStyle, flatMap, disableMapRotation } from '../base/baseStyle.ts'
import { convertPolygon } from '../base/datum.ts'
import { useBaseMap } from '../base/useBaseMap.ts'
import { useBaseMapOn } from '../base/useBaseMapOn.ts'
import { useMapStart } from '../base/useMapStart.ts'
import { useConversion } from '../base/useConversion.ts'
import { boundsOf, outerRing, topOf } from '../geometry.ts'
import { shiftOf, toFeatures, type Dot, type ReplayClock } from './dots.ts'
import { controlWords } from '../overlays/controlWords.ts'

interface Props {
  farms: readonly ReplayFarm[]
  /** Text next to a pen's name, by pen id. */
  penNotes: ReadonlyMap<number, string>
  /** Track of the animal, split at gaps. */
  path: readonly LongitudeLatitude[][]
  clock: ReplayClock
  dotsAt: (at: number) => Dot[]
  /** Animal that the view follows. */
  followed: number | null
  /** Whether movement may be animated. */
  isAnimated: boolean
}

/** Frames per second; fewer for many animals, so that the page keeps up. */
const fps = 15
const largeHerdFps = 4
const largeHerd = 4000
const fitting = { padding: 48, maxZoom: 18, duration: 0 }
const nothing = toFeatures([])
/** Maximum distance of a followed animal from the middle, as a share of the map's size. */
const followShare = 0.3

/** Map of farms with pens and past movement. Needs no network. */
export function ReplayMap({ farms: given, penNotes, path: gone, clock, dotsAt, followed, isAnimated: moves }: Props) {
  const intl = useIntl()
  const baseMap = useBaseMap()
  const { toMap } = useConversion()
  const farms = useMemo(() => given.map((farm) => shiftedFarm(farm, toMap)), [given, toMap])
  const path = useMemo(() => gone.map((piece) => piece.map(toMap)), [gone, toMap])
  const shift = useMemo(() => shiftOf(toMap), [toMap])
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const { notice, onStartError } = useMapStart()
  const [isDrawn, setDrawn] = useState(false)
  const style = useMemo(() => baseStyle(wall), [])
  const [initialView] = useState(() => ({ bounds: viewOf(farms, path), fitBoundsOptions: fitting }))
  const land = useMemo(() => toLand(farms), [farms])
  const line = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'MultiLineString' as const, coordinates: path },
    }),
    [path],
  )

  const moveTo = useEffectEvent((at: LongitudeLatitude) => map && follow(map, at, moves))
  useEffect(() => {
    if (!map) return
    let drawnMs = -Infinity
    let waitMs = 0
    let last: ReturnType<typeof setTimeout> | undefined
    const drawNow = () => {
      drawnMs = performance.now()
      const dots = dotsAt(clock.at).map((dot) => ({ ...dot, at: shift(dot.at) }))
      void map.getSource<GeoJSONSource>('dots')?.setData(toFeatures(dots))
      const dot = dots.find(({ id }) => id === followed)
      if (dot) moveTo(dot.at)
      waitMs = 1000 / (dots.length > largeHerd ? largeHerdFps : fps)
    }
    const ended = clock.onFrame(() => {
      clearTimeout(last)
      const leftMs = drawnMs + waitMs - performance.now()
      // Always draws the last of several frames.
      if (leftMs > 0) last = setTimeout(drawNow, leftMs)
      else drawNow()
    })
    drawNow()
    const idles = map.on('idle', () => setDrawn(true))
    return () => {
      idles.unsubscribe()
      clearTimeout(last)
      ended()
    }
  }, [map, clock, dotsAt, followed, shift])

  useBaseMapOn(map, baseMap)
  // Adjusts the view to another farm or track.
  const place = viewOf(farms, path).join()
  useEffect(() => {
    const [west = 0, south = 0, east = 0, north = 0] = place.split(',').map(Number)
    map?.fitBounds([west, south, east, north], fitting)
  }, [map, place])

  if (notice) {
    return (
      <p className="replay-map-notice">
        <FormattedMessage id={notice} />
      </p>
    )
  }
  return (
    <div className="replay-map" aria-busy={!isDrawn}>
      <Map
        initialViewState={initialView}
        mapStyle={style}
        {...flatMap}
        locale={controlWords(intl)}
        onLoad={({ target }: { target: MapLibreMap }) => {
          disableMapRotation(target)
          // Leaves keyboard shortcuts to the player.
          target.keyboard.disable()
          addOutlines(target, wall)
          setMap(target)
        }}
        onError={(error: { target: unknown }) => {
          if (!map) onStartError(error)
        }}
      >
        <NavigationControl showCompass={false} position="bottom-right" />
        <FullscreenControl position="bottom-right" />
        <ScaleControl unit="metric" position="bottom-left" />
        <Source id="land" type="geojson" data={land}>
          <Layer
            id="pen-ground"
            type="fill"
            filter={['==', ['get', 'kind'], 'pen']}
            paint={{ 'fill-color': wall.penLine, 'fill-opacity': 0.12 }}
          />
          <Layer
            id="pen-lines"
            type="line"
            filter={['==', ['get', 'kind'], 'pen']}
            paint={{ 'line-color': wall.penLine, 'line-width': 1.5 }}
          />
          <Layer
            id="farm-lines"
            type="line"
            filter={['==', ['get', 'kind'], 'farm']}
            paint={{ 'line-color': wall.boundary, 'line-width': 1.5, 'line-dasharray': [3, 2] }}
          />
        </Source>
        <Source id="path" type="geojson" data={line}>
          <Layer
            id="path-line"
            type="line"
            paint={{ 'line-color': wall.normalLine, 'line-width': 1.6, 'line-opacity': 0.6 }}
          />
        </Source>
        <Source id="dots" type="geojson" data={nothing}>
          <Layer
            id="silent-dots"
            type="circle"
            filter={['==', ['get', 'look'], 'silent']}
            paint={{
              'circle-radius': 3.6,
              'circle-opacity': 0,
              'circle-stroke-width': 1.4,
              'circle-stroke-color': wall.dotOld,
            }}
          />
          <Layer
            id="heard-dots"
            type="circle"
            filter={['==', ['get', 'look'], 'heard']}
            paint={{ 'circle-radius': 4.2, 'circle-color': wall.dot }}
          />
          <Layer
            id="alerted-dots"
            type="circle"
            filter={['get', 'isAlerted']}
            paint={{
              'circle-radius': 10,
              'circle-opacity': 0,
              'circle-stroke-width': 2.4,
              'circle-stroke-color': wall.major,
            }}
          />
        </Source>
        {farms.flatMap(({ pens }) =>
          pens.map(({ id, name, polygon }) => {
            const [longitude, latitude] = topOf(outerRing(polygon))
            const note = penNotes.get(id)
            return (
              <Marker key={id} longitude={longitude} latitude={latitude} anchor="bottom" className="replay-map-name">
                {note === undefined ? name : intl.formatMessage({ id: 'join.note' }, { what: name, note })}
              </Marker>
            )
          }),
        )}
      </Map>
    </div>
  )
}

/** Converts a farm to the base map's coordinates. */
function shiftedFarm(farm: ReplayFarm, toMap: (at: LongitudeLatitude) => LongitudeLatitude): ReplayFarm {
  return {
    ...farm,
    boundary: convertPolygon(farm.boundary, toMap),
    pens: farm.pens.map((pen) => ({ ...pen, polygon: convertPolygon(pen.polygon, toMap) })),
  }
}

function toLand(farms: readonly ReplayFarm[]) {
  const feature = (kind: 'farm' | 'pen', geometry: ReplayFarm['boundary']) => ({
    type: 'Feature' as const,
    properties: { kind },
    geometry,
  })
  return {
    type: 'FeatureCollection' as const,
    features: farms.flatMap(({ boundary, pens }) => [
      feature('farm', boundary),
      ...pens.map(({ polygon }) => feature('pen', polygon)),
    ]),
  }
}

/** Returns the bounds of the track, else of the pens, else of the land. */
function viewOf(farms: readonly ReplayFarm[], path: readonly LongitudeLatitude[][]): [number, number, number, number] {
  const pens = farms.flatMap((farm) => farm.pens.flatMap(({ polygon }) => outerRing(polygon)))
  const land = farms.flatMap(({ boundary }) => outerRing(boundary))
  const points = [path.flat(), pens, land].find((some) => some.length > 0) ?? [[105, 36]]
  const [west, south, east, north] = boundsOf(points)
  return [west, south, east, north]
}

/** Keeps a position in view: centred during animation, otherwise away from the edges. */
function follow(map: MapLibreMap, at: LongitudeLatitude, isAnimated: boolean): void {
  const { x, y } = map.project(at)
  const { clientWidth, clientHeight } = map.getContainer()
  const isNear = Math.abs(x / clientWidth - 0.5) < followShare && Math.abs(y / clientHeight - 0.5) < followShare
  if (isAnimated || !isNear) map.setCenter(at)
}
