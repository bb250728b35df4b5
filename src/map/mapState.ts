import type { Alert } from '#contract/alerts/alerts.ts'
import type { GatewayState } from '#contract/herd/gateways.ts'
import type { LiveHeadcount } from '#contract/live/live.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import type { Bounds } from './geometry.ts'
import type { HerdColumns } from '../store/herd/herdColumns.ts'
import type { WallColours } from '../theme/colours.ts'
import type { MapWords } from './labels/mapWords.ts'
import type { PenCount } from './penCounts.ts'

/** The way of an animal around a moment, and where it was then. */
export interface MapTrack {
  farmId: number
  /** None crosses a time in which nothing is known. */
  pieces: readonly LongitudeLatitude[][]
  place: LongitudeLatitude | null
}

/** All that the layers are functions of. A part that is the same object as before has not changed. */
export interface MapState {
  scene: Scene
  /** By farm id. */
  herds: ReadonlyMap<number, HerdColumns>
  headcounts: ReadonlyMap<number, LiveHeadcount>
  /** By pen id. */
  penCounts: ReadonlyMap<number, PenCount>
  /** By gateway id. */
  gatewayStates: ReadonlyMap<number, GatewayState>
  /** Those that are open. */
  alerts: readonly Alert[]
  /** Herd time, epoch ms, in steps coarse enough for ages. */
  herdAt: number
  selectedAnimalId: number | null
  track: MapTrack | null
  /** Farms near enough to show pens and animals; the others are a symbol with a count. */
  nearFarmIds: ReadonlySet<number>
  /** The bounds of the grid: the view and some way around it. */
  gridBounds: Bounds
  /** Metres a pixel shows, in steps of a quarter zoom. */
  metresPerPixel: number
  words: MapWords
  palette: WallColours
  /** Size of a pixel of the drawings on this screen. */
  scale: number
  /** Every character that labels may need; null: the typeface is still loading. */
  characters: string | null
  glides: boolean
}
