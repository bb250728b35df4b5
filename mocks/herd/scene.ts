import type { LongitudeLatitude, Plan, Polygon } from '#contract/values/geo.ts'
import type { Place, Quad, Side } from './plane.ts'

export interface ScenePen {
  /** Unique in the scene. */
  index: number
  farm: SceneFarm
  name: string
  quad: Quad
  sides: Side[]
  polygon: Polygon
  capacity: number
  purpose: string
  /** Where the animals drink, at the fence. */
  trough: Place
  /** The side that faces open land rather than another pen; an animal leaves through it. */
  openSide: Side
  /** Gateways that hear the animals in the pen. */
  gateways: SceneGateway[]
}

export interface SceneGateway {
  index: number
  mac: string
  name: string
  farm: SceneFarm
  pen: ScenePen
  place: Place
  position: LongitudeLatitude
}

export interface SceneAnimal {
  index: number
  farm: SceneFarm
  pen: ScenePen
  /** Animals of one group graze, drink and rest together; unique in the scene. */
  group: number
  visualTag: string
  electronicTag: { scheme: 'CN'; value: string }
  breed: string
  sex: 'MALE' | 'FEMALE'
  birthDate: string
  neckband: string
}

export interface SceneFarm {
  index: number
  name: string
  address: string
  /** Index of the borrower that owns it. */
  borrower: number
  timeZone: string
  origin: LongitudeLatitude
  boundary: Polygon
  plan: Plan
  pens: ScenePen[]
  gateways: SceneGateway[]
  animals: SceneAnimal[]
}

export interface HerdScene {
  seed: number
  farms: SceneFarm[]
  pens: ScenePen[]
  gateways: SceneGateway[]
  animals: SceneAnimal[]
}
