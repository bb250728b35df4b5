import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import './base/mapWorker.ts'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Map } from 'react-map-gl/maplibre'
import type { BaseMap } from '#contract/herd/baseMap.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { AlertCallout } from './overlays/AlertCallout.tsx'
import { addOutlines, baseStyle, flatMap, disableMapRotation } from './base/baseStyle.ts'
import { PlanImages } from './base/PlanImages.tsx'
import { shiftHerds, shiftScene, shiftsOf, shiftTrack } from './base/shiftedScene.ts'
import { useBaseMapOn } from './base/useBaseMapOn.ts'
import { useMapStart } from './base/useMapStart.ts'
import { calloutOf, sameCallout, type Callout } from './overlays/callout.ts'
import { startDrawing, type Drawing, type DrawingInputs, type MapView } from './drawing/drawing.ts'
import { willBeEmulated } from './drawing/emulated.ts'
import { flyTo, isWellShown, positionOf, type Focus } from './camera/focus.ts'
import { boundsOf, metresPerPixel, middleOf, outerRing } from './geometry.ts'
import { freshnessOf } from '../store/headcounts.ts'
import type { HerdSource } from '../store/herd/herdSource.ts'
import { areaLabelsOf, type Label } from './labels/labels.ts'
import { Legend } from './overlays/Legend.tsx'
import { MapButtons } from './overlays/MapButtons.tsx'
import { shownEntries } from './layers.ts'
import type { MapState, MapTrack } from './mapState.ts'
import { mapWords } from './labels/mapWords.ts'
import { Overview } from './overlays/Overview.tsx'
import { wall } from '../theme/colours.ts'
import { lessMotion } from '../theme/useMedia.ts'
import { nearestAnimal } from './pick.ts'
import { ScaleBar } from './overlays/ScaleBar.tsx'
import { useScale } from './camera/useScale.ts'

export interface FarmMapProps extends Pick<
  DrawingInputs,
  'scene' | 'headcounts' | 'gatewayStates' | 'alerts' | 'selectedAnimalId'
> {
  /** Open alert that the map is about, whose animal has the callout. */
  shownAlertId?: number | null
  /** Read outside React; the same object as long as the map lives. */
  herds: HerdSource
  /** Herd time of the newest status, epoch ms; ages advance even without frames. */
  herdAt?: number
  /** Track of an animal around an instant; the same object as long as the track is the same. */
  track?: MapTrack | null
  onSelectAnimal?: (animalId: number | null) => void
  /** Target of the view; a new object starts a new flight. */
  focus?: Focus | null
  /** Called after each move with the farms in view, which the caller should watch. */
  onView?: (view: MapView) => void
  /** Farm marked in the overview. */
  currentFarmId?: number | null
  onSelectFarm?: (farmId: number) => void
  /** Receives the underlying map once loaded, for measuring. */
  onMap?: (map: MapLibreMap) => void
  /** Scale of design pixels on this screen; by default derived from the window's size. */
  scale?: number
  /** Drawn below everything else; over a shifted base map everything is drawn shifted. */
  baseMap?: BaseMap | null
  /** Content over the map, such as a title or a card. */
  children?: ReactNode
}

/** Thin fence lines need smoothing on screens of ordinary density. Without a GPU that costs a third of each frame, so it is off. */
const contextAttributes = { antialias: window.devicePixelRatio < 2 && !willBeEmulated() }

const reachingBeyond: CSSProperties = { width: 'calc(100% + var(--map-beyond, 0px))' }

/** Live map of farms, pens, gateways, herds and alerts. Needs no network. */
export function FarmMap(props: FarmMapProps) {
  const { notice, beginAgain: restart, onStartError } = useMapStart()
  const [startsAt, setStartsAt] = useState<Place | null>(null)
  const lastPlace = useRef<Place | null>(null)
  const windowScale = useScale()
  const datum = props.baseMap?.datum ?? 'WGS-84'
  const shifts = shiftsOf(props.scene, datum)
  const scene = useMemo(() => shiftScene(props.scene, shifts), [props.scene, shifts])
  const herds = useMemo(() => shiftHerds(props.herds, shifts), [props.herds, shifts])
  const given = props.track ?? null
  const track = useMemo(() => given && shiftTrack(given, shifts), [given, shifts])
  const scale = props.scale ?? windowScale

  return (
    <div className="farm-map wall-colours" style={{ '--map-scale': scale } as CSSProperties}>
      {notice ? (
        <p className="farm-map-notice">
          <FormattedMessage id={notice} />
        </p>
      ) : (
        <Stage
          // A shifted base map that loads late shifts everything drawn: the map restarts at its focus.
          key={datum}
          {...props}
          scene={scene}
          herds={herds}
          track={track}
          scale={scale}
          startsAt={startsAt}
          onPlace={(place) => {
            lastPlace.current = place
          }}
          // A lost WebGL context loses everything on the GPU: the map is recreated at its last view.
          onLost={() => {
            setStartsAt(lastPlace.current)
            restart()
          }}
          onStartError={onStartError}
        />
      )}
      {props.children}
    </div>
  )
}

interface Place {
  longitude: number
  latitude: number
  zoom: number
}

interface StageProps extends FarmMapProps {
  scale: number
  /** Initial view when the map replaces an earlier one; null: all farms, or the focus. */
  startsAt: Place | null
  onPlace: (place: Place) => void
  onLost: () => void
  onStartError: (error: { target: unknown }) => void
}

function Stage({
  scene,
  herds,
  headcounts,
  gatewayStates,
  alerts,
  herdAt = 0,
  selectedAnimalId,
  shownAlertId = null,
  track = null,
  ...rest
}: StageProps) {
  const { onSelectAnimal, focus, onView, currentFarmId, onSelectFarm, scale, startsAt, onPlace, onLost, onStartError } =
    rest
  const intl = useIntl()
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const [view, setView] = useState<MapView | null>(null)
  const [legend, setLegend] = useState<readonly string[]>([])
  const [callout, setCallout] = useState<Callout | null>(null)
  const drawingRef = useRef<Drawing | null>(null)
  const pendingFocus = useRef<Focus | null>(null)
  const followed = useRef<Focus | null>(null)
  const followedAt = useRef('')
  const names = useRef<readonly Label[]>([])
  const words = useMemo(() => mapWords(intl), [intl])
  useBaseMapOn(map, rest.baseMap ?? null)
  const style = useMemo(() => baseStyle(wall), [])
  const [moves] = useState(() => !matchMedia(lessMotion).matches)
  const [initialView] = useState(() => startsAt ?? overviewOf(scene))

  const flight = (moves: boolean) => ({ scale, isAnimated: moves, hasCard: selectedAnimalId !== null })
  const viewed = useEffectEvent((next: MapView) => {
    if (map) onPlace({ longitude: map.getCenter().lng, latitude: map.getCenter().lat, zoom: map.getZoom() })
    setView(next)
    onView?.(next)
  })
  /** Keeps an animal in view that the map was asked to show, until a person moves the map. */
  const follow = (state: MapState) => {
    const to = followed.current
    if (to?.kind !== 'animal' || !map || pendingFocus.current || map.isMoving()) return
    const at = positionOf(state.herds, to.animalId)
    if (!at || followedAt.current === at.join() || isWellShown(map, at, flight(moves))) return
    // On a map too small for the controls' padding no flight helps: one per position is enough.
    followedAt.current = at.join()
    flyTo(map, to, scene, state.herds, flight(moves))
  }
  const drawn = useEffectEvent((state: MapState) => {
    const shown = shownEntries(state)
    setLegend((before) => (before.join() === shown.join() ? before : shown))
    const next = calloutOf(state)
    setCallout((before) => (sameCallout(before, next) ? before : next))
    names.current = next ? areaLabelsOf(state) : []
    if (pendingFocus.current && map && flyTo(map, pendingFocus.current, scene, state.herds, flight(moves)))
      pendingFocus.current = null
    follow(state)
  })
  const handOver = useEffectEvent(() => {
    drawingRef.current?.set({
      scene,
      headcounts,
      gatewayStates,
      alerts,
      herdAt,
      selectedAnimalId,
      shownAlertId,
      track,
      words,
      palette: wall,
      scale,
      glides: moves,
    })
  })
  useEffect(() => {
    if (!map) return
    const started = startDrawing(
      map,
      herds,
      (next) => viewed(next),
      (state) => drawn(state),
    )
    drawingRef.current = started
    handOver()
    return () => {
      drawingRef.current = null
      started.stop()
    }
  }, [map, herds])

  useEffect(() => {
    drawingRef.current?.set({
      scene,
      headcounts,
      gatewayStates,
      alerts,
      herdAt,
      selectedAnimalId,
      shownAlertId,
      track,
      words,
      palette: wall,
      scale,
      glides: moves,
    })
  }, [scene, headcounts, gatewayStates, alerts, herdAt, selectedAnimalId, shownAlertId, track, words, scale, moves])

  const flyNow = (to: Focus) => {
    if (!map) return
    followed.current = to
    pendingFocus.current = flyTo(map, to, scene, herds.read(), flight(moves && view !== null)) ? null : to
  }
  const fly = useEffectEvent(flyNow)
  useEffect(() => {
    if (map && focus) fly(focus)
  }, [map, focus])
  // The controls along the edges can be measured only once the map is loaded.
  const begin = useEffectEvent(() => {
    if (!focus && !startsAt) flyNow({ kind: 'all' })
  })
  useEffect(() => {
    if (map) begin()
  }, [map])

  const lostContext = useEffectEvent(onLost)
  const select = useEffectEvent((at: LongitudeLatitude, zoom: number, withinPixels: number, clicked: boolean) => {
    const state = drawingRef.current?.state()
    if (!map || !state) return
    const near = [...state.herds.values()].filter((herd) => state.nearFarmIds.has(herd.farmId))
    const animalId = nearestAnimal(
      near,
      at,
      withinPixels * scale * metresPerPixel(at[1], zoom),
      performance.now() / 1000,
    )
    map.getCanvas().style.cursor = animalId === null ? '' : 'pointer'
    if (clicked) onSelectAnimal?.(animalId)
  })
  useEffect(() => {
    if (!map) return
    addOutlines(map, wall)
    const clicks = map.on('click', ({ lngLat }) => select([lngLat.lng, lngLat.lat], map.getZoom(), 16, true))
    const moves = map.on('mousemove', ({ lngLat }) => select([lngLat.lng, lngLat.lat], map.getZoom(), 10, false))
    // Only a person's movement has an original event.
    const movements = map.on('movestart', ({ originalEvent }) => {
      if (originalEvent) followed.current = null
    })
    const losses = map.on('webglcontextlost', () => lostContext())
    return () => {
      clicks.unsubscribe()
      moves.unsubscribe()
      movements.unsubscribe()
      losses.unsubscribe()
    }
  }, [map])

  return (
    <>
      <Map
        initialViewState={initialView}
        style={reachingBeyond}
        mapStyle={style}
        {...flatMap}
        canvasContextAttributes={contextAttributes}
        locale={{ 'Map.Title': intl.formatMessage({ id: 'map.title' }) }}
        onLoad={({ target }: { target: MapLibreMap }) => {
          disableMapRotation(target)
          setMap(target)
          rest.onMap?.(target)
        }}
        onError={(error: { target: unknown }) => {
          if (!map) onStartError(error)
        }}
      />
      {map ? <PlanImages map={map} plans={plansIn(scene, view)} /> : null}
      {callout && map ? (
        <AlertCallout
          map={map}
          callout={callout}
          limitMs={freshnessOf(headcounts.get(callout.farmId) ?? null).limitMs}
          scale={scale}
          position={() => positionOf(herds.read(), callout.animalId)}
          names={() => names.current}
        />
      ) : null}
      {view ? (
        <Overview
          scene={scene}
          headcounts={headcounts}
          alerts={alerts}
          bounds={view.bounds}
          currentFarmId={currentFarmId ?? null}
          onSelectFarm={onSelectFarm}
        />
      ) : null}
      <Legend shown={legend} palette={wall} />
      {map ? <ScaleBar map={map} scale={scale} /> : null}
      {map ? <MapButtons map={map} onHome={() => flyNow({ kind: 'all' })} /> : null}
    </>
  )
}

/** Returns the plans of the farms in view, at zooms where they are visible. */
function plansIn(scene: FarmMapProps['scene'], view: MapView | null) {
  if (view === null || view.zoom < planZoom) return []
  const seen = scene.farms.filter(({ id }) => view.farmIds.includes(id))
  return seen.flatMap(({ id, planImage }) => (planImage ? [{ id: String(id), plan: planImage }] : []))
}
const planZoom = 13

/** Returns the initial view without a focus: all farms. */
function overviewOf(scene: FarmMapProps['scene']) {
  const points = scene.farms.flatMap((farm) => outerRing(farm.boundary))
  const [longitude, latitude] = points.length > 0 ? middleOf(boundsOf(points)) : [105, 36]
  if (points.length === 0) return { longitude, latitude, zoom: 3 }
  const [west, south, east, north] = boundsOf(points)
  return {
    bounds: [west, south, east, north] as [number, number, number, number],
    fitBoundsOptions: { padding: 60, maxZoom: 15 },
  }
}
