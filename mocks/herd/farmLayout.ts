import type { LongitudeLatitude, Plan } from '#contract/values/geo.ts'
import { polygonOf, sidesOf, toDegrees, turned, within, type Place, type Quad, type Side } from './plane.ts'
import type { SceneFarm, SceneGateway } from './scene.ts'

interface FarmDraft {
  index: number
  name: string
  address: string
  borrower: number
  origin: LongitudeLatitude
  pens: 3 | 4 | 5
  firstPen: number
  firstGateway: number
  random: () => number
}

/** Metres between two pens of a row, and between the rows. */
const laneMetres = 16
const rowGapMetres = 22
const gatewaysPerFarm = 4
/** Maximum width of a pen. */
const maxPenMetres = 250

/** Pens in the upper and in the lower row. */
const rows = { 3: [2, 1], 4: [2, 2], 5: [3, 2] } as const

/** Draws one farm: two rows of pens, slightly uneven as if fenced by hand. */
export function createFarmLayout(draft: FarmDraft): SceneFarm {
  const { random, origin } = draft
  const tilt = (random() - 0.5) * 0.28
  const [upper, lower] = rows[draft.pens]
  const penWidth = upper === 3 ? 168 + random() * 20 : 205 + random() * 35
  const penHeight = 128 + random() * 30
  const width = upper * penWidth + (upper - 1) * laneMetres
  const height = 2 * penHeight + rowGapMetres
  const place = (x: number, y: number): Place => turned({ x, y }, tilt)

  const farm: SceneFarm = {
    index: draft.index,
    name: draft.name,
    address: draft.address,
    borrower: draft.borrower,
    timeZone: 'Asia/Shanghai',
    origin,
    boundary: polygonOf(origin, boundaryOf(width, height, place, random)),
    plan: [],
    pens: [],
    gateways: [],
    animals: [],
  }

  const uneven = () => (random() - 0.5) * 9
  for (let number = 0; number < draft.pens; number += 1) {
    const isUpper = number < upper
    const [column, columns] = isUpper ? [number, upper] : [number - upper, lower]
    const rowWidth = Math.min(maxPenMetres, (width - (columns - 1) * laneMetres) / columns)
    const left = -width / 2 + column * (rowWidth + laneMetres)
    const bottom = isUpper ? rowGapMetres / 2 : -height / 2
    const corner = (x: number, y: number) => place(x + uneven(), y + uneven())
    const quad: Quad = [
      corner(left, bottom),
      corner(left + rowWidth, bottom),
      corner(left + rowWidth, bottom + penHeight),
      corner(left, bottom + penHeight),
    ]
    const sides = sidesOf(quad)
    const outward = sides[isUpper ? 2 : 0]
    if (!outward) throw new Error('a pen has four sides')
    farm.pens.push({
      index: draft.firstPen + number,
      farm,
      name: `${number + 1} 号圈`,
      quad,
      sides,
      polygon: polygonOf(origin, quad),
      capacity: 0,
      purpose: number === 0 ? '母牛' : '育肥',
      trough: inside(within(quad, 0.32 + random() * 0.36, isUpper ? 0 : 1), sides[isUpper ? 0 : 2]),
      openSide: openSide(column, columns, sides, outward),
      gateways: [],
    })
  }

  setGateways(farm, draft.firstGateway)
  farm.plan = planOf(farm, width, height, place, random)
  return farm
}

/** Moves a place two metres inwards from a side, so that a trough stands inside its pen. */
function inside({ x, y }: Place, side: Side | undefined): Place {
  return { x: x + (side?.inwardX ?? 0) * 2, y: y + (side?.inwardY ?? 0) * 2 }
}

/** Returns the side of a pen that faces open land: sideways for an outer pen, away from the other row for a middle one. */
function openSide(column: number, columns: number, sides: Side[], outward: Side): Side {
  if (columns > 1 && column === 0) return sides[3] ?? outward
  if (columns > 1 && column === columns - 1) return sides[1] ?? outward
  return outward
}

/** Places a gateway at the outer corner of each pen. With more pens than gateways, the last two pens share one. */
function setGateways(farm: SceneFarm, first: number): void {
  const upper = farm.pens.length === 5 ? 3 : 2
  for (let number = 0; number < gatewaysPerFarm; number += 1) {
    const pen = farm.pens[number % farm.pens.length]
    if (!pen) continue
    const isUpper = farm.pens.indexOf(pen) < upper
    const isSecond = number >= farm.pens.length
    // The gateway of pen 4 stands next to pen 5, which has no gateway.
    const isLeft = farm.pens.indexOf(pen) === (isUpper ? 0 : upper) && !isSecond && (isUpper || farm.pens.length < 5)
    const corner = pen.quad[isUpper ? (isLeft ? 3 : 2) : isLeft ? 0 : 1]
    const gateway: SceneGateway = {
      index: first + number,
      mac: `AC233F0000${(first + number + 1).toString(16).toUpperCase().padStart(2, '0')}`,
      name: `${farm.name} G${number + 1}`,
      farm,
      pen,
      place: corner,
      position: toDegrees(farm.origin, corner),
    }
    farm.gateways.push(gateway)
    pen.gateways.push(gateway)
  }
  const last = farm.gateways.at(-1)
  for (const pen of farm.pens) if (pen.gateways.length === 0 && last) pen.gateways.push(last)
}

function boundaryOf(
  width: number,
  height: number,
  place: (x: number, y: number) => Place,
  random: () => number,
): Place[] {
  const [right, top] = [width / 2 + 135, height / 2 + 105]
  const uneven = () => (random() - 0.5) * 44
  const corners: [number, number][] = [
    [-right * 0.82, -top],
    [right * 0.25, -top - 40],
    [right * 0.95, -top * 0.85],
    [right + 25, top * 0.2],
    [right * 0.8, top],
    [-right * 0.15, top + 30],
    [-right * 0.92, top * 0.88],
    [-right - 20, 0],
  ]
  return corners.map(([x, y]) => place(x + uneven(), y + uneven()))
}

function planOf(
  farm: SceneFarm,
  width: number,
  height: number,
  place: (x: number, y: number) => Place,
  random: () => number,
): Plan {
  const at = (x: number, y: number) => toDegrees(farm.origin, place(x, y))
  const reach = width / 2 + 230
  const bend = random() * 6
  const stream = Array.from({ length: 25 }, (_, step) => {
    const x = -reach + (2 * reach * step) / 24
    return at(
      x,
      -height / 2 + 14 + Math.sin(step / 3.1 + bend) * 22 + Math.sin(step / 7 + bend) * 30 + (x / reach) * 34,
    )
  })
  const shed: [number, number] = [-width / 2 - 75 - random() * 25, height / 2 - 10]
  const box = (x: number, y: number, long: number, deep: number) =>
    polygonOf(farm.origin, [place(x, y), place(x + long, y), place(x + long, y + deep), place(x, y + deep)])
  const upper = farm.pens.length === 5 ? 3 : 2

  return [
    { kind: 'stream', name: `${farm.name}小河`, geometry: { type: 'LineString', coordinates: stream } },
    {
      kind: 'track',
      name: '进场路',
      geometry: {
        type: 'LineString',
        coordinates: [
          at(-reach, 40),
          at(-width / 2 - 120, 18),
          at(-width / 2 - 40, 4),
          at(0, 0),
          at(width / 2 + 30, -2),
        ],
      },
    },
    {
      kind: 'track',
      geometry: {
        type: 'LineString',
        coordinates: [at(shed[0] + 30, shed[1]), at(-width / 2 - 60, 60), at(-width / 2 - 40, 4)],
      },
    },
    { kind: 'building', name: '牛舍', geometry: box(shed[0], shed[1], 46, 16) },
    { kind: 'building', name: '值班室', geometry: box(shed[0] + 8, shed[1] + 26, 12, 9) },
    ...farm.pens.map((pen, index) => ({
      kind: 'feed' as const,
      name: `${pen.name}饲槽`,
      geometry: polygonOf(farm.origin, bunkOf(pen.quad, index < upper)),
    })),
    ...farm.pens.map((pen) => ({
      kind: 'water' as const,
      name: `${pen.name}饮水点`,
      geometry: { type: 'Point' as const, coordinates: toDegrees(farm.origin, pen.trough) },
    })),
  ]
}

/** A long feed bunk just outside the fence that faces away from the other row. */
function bunkOf(quad: Quad, isUpper: boolean): Place[] {
  const v = isUpper ? [1.02, 1.055] : [-0.02, -0.055]
  const [near = 0, far = 0] = v
  return [within(quad, 0.2, near), within(quad, 0.62, near), within(quad, 0.62, far), within(quad, 0.2, far)]
}
