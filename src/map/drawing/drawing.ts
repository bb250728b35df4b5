import type { Layer } from '@deck.gl/core'
import { MapLibreOverlay } from '@deck.gl/maplibre'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { framesOnDemand } from './framesOnDemand.ts'
import { paceOf } from './pace.ts'
import { middleOf, boundsOf, metresPerPixel, outerRing, overlap, type Bounds } from '../geometry.ts'
import { glideS, type HerdColumns } from '../../store/herd/herdColumns.ts'
import type { HerdSource } from '../../store/herd/herdSource.ts'
import { layerBuilder } from '../layers.ts'
import { labelCharacters } from '../labels/labels.ts'
import { typeface } from '../layers/labels.ts'
import type { MapState } from '../mapState.ts'
import { countPens, type PenCount } from '../penCounts.ts'

/** Movement that causes a repaint during a glide, pixels. */
const stepPixels = 0.5
/** Minimum intervals between counts per pen, and the number of heads from which the longer one applies. */
const countIntervalMs = 1000
const largeCountIntervalMs = 4000
const largeHerd = 20_000
/** Ages are drawn in steps of this. */
const ageStepMs = 10_000
/** Width from which a farm shows pens and animals, design pixels; a smaller one is a symbol. */
const nearPixels = 200

/** Input from the page; the drawing derives the rest of the state. */
export type DrawingInputs = Pick<
  MapState,
  | 'scene'
  | 'headcounts'
  | 'gatewayStates'
  | 'alerts'
  | 'herdAt'
  | 'selectedAnimalId'
  | 'shownAlertId'
  | 'track'
  | 'words'
  | 'palette'
  | 'scale'
  | 'glides'
>

/** Inputs that change without user action; these are drawn at the map's pace. */
const automaticInputs: ReadonlySet<keyof DrawingInputs> = new Set(['headcounts', 'gatewayStates', 'herdAt'] as const)
const inputKeys = (inputs: DrawingInputs) => Object.keys(inputs) as (keyof DrawingInputs)[]

export interface MapView {
  bounds: Bounds
  zoom: number
  /** Farms that reach into the view. */
  farmIds: readonly number[]
}

export interface Drawing {
  set: (inputs: DrawingInputs) => void
  /** State as last drawn. */
  state: () => MapState | null
  stop: () => void
}

/**
 * Keeps the map's layers in step with herds and page inputs, outside React. Draws all changes within one animation frame once.
 * While animals glide, it repaints only when they have moved half a pixel, and no faster than its pace; without movement not at all.
 */
export function startDrawing(
  map: MapLibreMap,
  source: HerdSource,
  onView: (view: MapView) => void,
  onState: (state: MapState) => void,
): Drawing {
  const frames = framesOnDemand()
  const options = {
    interleaved: true,
    layers: [],
    // Flat drawing from the ground up. Set for all layers at once, since switching costs more than drawing some of them.
    parameters: { depthCompare: 'always' as const, depthWriteEnabled: false },
    // Keeps the map's cursor, which deck.gl would replace.
    getCursor: () => map.getCanvas().style.cursor,
    // Passed on to the animation loop, though not among deck.gl's documented props.
    animationFrameProvider: frames.provider,
  }
  const overlay = new MapLibreOverlay(options)
  map.addControl(overlay)
  const build = layerBuilder()
  const pace = paceOf(map)
  const seenVersions = new Map<number, number>()
  let inputs: DrawingInputs | null = null
  let state: MapState | null = null
  let drawn: Layer[] = []
  let herds: ReadonlyMap<number, HerdColumns> = new Map()
  let penCounts: ReadonlyMap<number, PenCount> = new Map()
  let countedMs = -Infinity
  let countTimer: ReturnType<typeof setTimeout> | undefined
  let fontsReady = false
  let request = 0
  let stopped = false
  let steppedAtS = -Infinity
  let glideMetres = 0
  let glideTimer: ReturnType<typeof setTimeout> | undefined

  const refresh = () => {
    if (!request && !stopped) request = requestAnimationFrame(draw)
  }

  function draw(): void {
    request = 0
    if (!inputs || stopped) return
    updateHerds()
    state = nextState(inputs)
    const layers = build(state)
    // Setting unchanged layers would repaint the map all the same.
    if (layers.length !== drawn.length || layers.some((layer, i) => layer !== drawn[i])) {
      overlay.setProps({ layers })
      frames.run()
    }
    drawn = layers
    onState(state)
    glide()
  }

  /** Takes over herds that changed since the last drawing, and starts the glide. */
  function updateHerds(): void {
    const next = source.read()
    let changed = next.size !== herds.size
    for (const [farmId, herd] of next) {
      if (seenVersions.get(farmId) === herd.version && herds.get(farmId) === herd) continue
      changed = true
      seenVersions.set(farmId, herd.version)
      if (herd.steppedAtS > steppedAtS) {
        const underWay = herd.steppedAtS - steppedAtS < glideS
        glideMetres = underWay ? Math.max(glideMetres, herd.stepMetres) : herd.stepMetres
        steppedAtS = herd.steppedAtS
      }
    }
    // Copies the map, which the store may modify in place: layers detect changes by identity.
    if (changed) herds = new Map(next)
    if (changed) countLater()
  }

  function countLater(): void {
    let heads = 0
    for (const herd of herds.values()) heads += herd.count
    const waitMs = countedMs + (heads > largeHerd ? largeCountIntervalMs : countIntervalMs) - performance.now()
    if (waitMs <= 0) count()
    else
      countTimer ??= setTimeout(() => {
        countTimer = undefined
        const before = penCounts
        count()
        if (penCounts !== before) refresh()
      }, waitMs)
  }

  function count(): void {
    countedMs = performance.now()
    const counted = new Map<number, PenCount>()
    for (const herd of herds.values()) for (const [penId, pen] of countPens(herd)) counted.set(penId, pen)
    if (!sameCounts(counted, penCounts)) penCounts = counted
  }

  function nextState(from: DrawingInputs): MapState {
    const view = lookAround(from)
    let herdAt = from.herdAt
    for (const herd of herds.values()) herdAt = Math.max(herdAt, herd.herdAt)
    const characters = !fontsReady
      ? null
      : state?.characters && state.scene === from.scene && state.words === from.words
        ? state.characters
        : labelCharacters(from.scene, from.words)
    const glides = from.glides && glidePixels() >= stepPixels
    return {
      ...from,
      ...view,
      herds,
      penCounts,
      characters,
      glides,
      herdAt: Math.floor(herdAt / ageStepMs) * ageStepMs,
    }
  }

  function lookAround({
    scene,
    scale,
  }: DrawingInputs): Pick<MapState, 'nearFarmIds' | 'gridBounds' | 'metresPerPixel'> {
    const bounds = viewBounds(map)
    const zoom = Math.round(map.getZoom() * 4) / 4
    const metres = metresPerPixel(map.getCenter().lat, map.getZoom())
    const near = new Set<number>()
    for (const farm of scene.farms) {
      const [west, south, east, north] = boundsOf(outerRing(farm.boundary))
      const heightPixels = ((north - south) * 111_320) / metres
      const widthPixels = ((east - west) * 111_320 * Math.cos((south * Math.PI) / 180)) / metres
      if (Math.max(heightPixels, widthPixels) >= nearPixels * scale) near.add(farm.id)
    }
    const nearFarmIds = state && sameSet(near, state.nearFarmIds) ? state.nearFarmIds : near
    const stepped = metresPerPixel(Math.round(map.getCenter().lat), zoom)
    const keepsGrid = state && state.metresPerPixel === stepped && covers(state.gridBounds, bounds)
    return { nearFarmIds, metresPerPixel: stepped, gridBounds: keepsGrid ? state!.gridBounds : widen(bounds) }
  }

  /** Returns the longest current glide in pixels. When it is too short to be seen, animals are painted once at their new positions. */
  function glidePixels(): number {
    return glideMetres / metresPerPixel(map.getCenter().lat, map.getZoom())
  }

  /** Repaints during a visible glide, and once more when it ends. */
  function glide(): void {
    if (glideTimer || !state?.glides) return
    const arrivesMs = (steppedAtS + glideS) * 1000
    const leftMs = arrivesMs - performance.now()
    if (leftMs <= 0) return
    const repaintIntervalMs = Math.max((glideS * 1000 * stepPixels) / glidePixels(), pace.paintMs() * 2)
    glideTimer = setTimeout(
      () => {
        glideTimer = undefined
        if (pace.untilDueMs(repaintIntervalMs) <= 0 || performance.now() >= arrivesMs) pace.repaint()
        glide()
      },
      Math.min(Math.max(pace.untilDueMs(repaintIntervalMs), 0), leftMs + 20),
    )
  }

  const onMove = () => refresh()
  const onMoveEnd = () => {
    if (inputs) onView(viewOf(map, inputs))
  }
  map.on('move', onMove)
  map.on('resize', onMove)
  map.on('moveend', onMoveEnd)
  const stopListening = source.listen(() => pace.whenDue(refresh))
  void loadTypeface(() => inputs?.scene).then(() => {
    fontsReady = true
    refresh()
  })

  return {
    set: (next) => {
      const first = !inputs
      const changed = inputKeys(next).filter((key) => next[key] !== inputs?.[key])
      inputs = next
      if (changed.every((key) => automaticInputs.has(key))) pace.whenDue(refresh)
      else refresh()
      if (first) onMoveEnd()
    },
    state: () => state,
    stop: () => {
      stopped = true
      cancelAnimationFrame(request)
      clearTimeout(glideTimer)
      clearTimeout(countTimer)
      pace.stop()
      stopListening()
      map.off('move', onMove)
      map.off('resize', onMove)
      map.off('moveend', onMoveEnd)
      // A map that is removed first has already removed its controls.
      if (map.hasControl(overlay)) map.removeControl(overlay)
    },
  }
}

export function viewBounds(map: MapLibreMap): Bounds {
  const bounds = map.getBounds()
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
}

function viewOf(map: MapLibreMap, { scene }: DrawingInputs): MapView {
  const bounds = viewBounds(map)
  const farmIds = scene.farms
    .filter((farm) => overlap(boundsOf(outerRing(farm.boundary)), bounds))
    .map((farm) => farm.id)
  return { bounds, zoom: map.getZoom(), farmIds }
}

/** Waits for the typeface, as glyphs are drawn once into a texture; at most 1.5 s. */
async function loadTypeface(scene: () => MapState['scene'] | undefined): Promise<void> {
  const sample = scene()?.farms[0]?.name ?? '0'
  const late = new Promise((resolve) => setTimeout(resolve, 1500))
  await Promise.race([Promise.allSettled([document.fonts.load(`500 48px ${typeface}`, `0Aa${sample}`)]), late])
}

function sameCounts(a: ReadonlyMap<number, PenCount>, b: ReadonlyMap<number, PenCount>): boolean {
  if (a.size !== b.size) return false
  for (const [penId, count] of a) {
    const other = b.get(penId)
    if (!other || other.ledger !== count.ledger || other.present !== count.present) return false
    if (other.unverified !== count.unverified || other.unaccounted !== count.unaccounted) return false
  }
  return true
}

function sameSet(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item))
}

function covers(outer: Bounds, inner: Bounds): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]
}

function widen(bounds: Bounds): Bounds {
  const [longitude, latitude] = middleOf(bounds)
  const [wide, high] = [bounds[2] - bounds[0], bounds[3] - bounds[1]]
  return [longitude - wide, Math.max(-85, latitude - high), longitude + wide, Math.min(85, latitude + high)]
}
