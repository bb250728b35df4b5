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

/** Track of an animal around an instant, and its position at that instant. */
export interface MapTrack {
  farmId: number
  /** No piece crosses a gap without data. */
  pieces: readonly LongitudeLatitude[][]
  place: LongitudeLatitude | null
}

/** Input of all layers. A part that is the same object as before has not changed. */
export interface MapState {
  scene: Scene
  /** By farm id. */
  herds: ReadonlyMap<number, HerdColumns>
  headcounts: ReadonlyMap<number, LiveHeadcount>
  /** By pen id. */
  penCounts: ReadonlyMap<number, PenCount>
  /** By gateway id. */
  gatewayStates: ReadonlyMap<number, GatewayState>
  /** Open alerts. */
  alerts: readonly Alert[]
  /** Herd time, epoch ms, in steps coarse enough for ages. */
  herdAt: number
  selectedAnimalId: number | null
  /** Open alert that the map is about; null: none in particular. */
  shownAlertId: number | null
  track: MapTrack | null
  /** Farms near enough to show pens and animals; others are a symbol with a count. */
  nearFarmIds: ReadonlySet<number>
  /** Bounds of the grid: the view and a margin around it. */
  gridBounds: Bounds
  /** Metres per pixel, in steps of a quarter zoom. */
  metresPerPixel: number
  words: MapWords
  palette: WallColours
  /** Scale of design pixels on this screen. */
  scale: number
  /** Every character that labels may contain; null: the typeface is still loading. */
  characters: string | null
  glides: boolean
}
