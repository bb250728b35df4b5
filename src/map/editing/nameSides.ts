import { type Box, overlap } from '../labels/labels.ts'

/** Position of a name at its point: above, below, or only a mark where a name would overlap another. */
export type NameSide = 'over' | 'under' | 'mark'

/** A point on the screen and the size of its name, pixels. */
export interface NamedPoint {
  x: number
  y: number
  width: number
  height: number
}

/** Minimum gap between two names, px. */
const clearance = 2
const markWidth = 20

const boxOf = ({ x, y, width, height }: NamedPoint, side: NameSide): Box => {
  const half = (side === 'mark' ? markWidth : width) / 2
  return side === 'under'
    ? { left: x - half, right: x + half, top: y, bottom: y + height }
    : { left: x - half, right: x + half, top: y - height, bottom: y }
}

/** Chooses the sides of names without overlaps; earlier names have priority. */
export function nameSides(points: readonly NamedPoint[]): NameSide[] {
  const taken: Box[] = []
  return points.map((point) => {
    const isFree = (side: NameSide) => !taken.some((other) => overlap(boxOf(point, side), other, clearance))
    const side = (['over', 'under'] as const).find(isFree) ?? 'mark'
    taken.push(boxOf(point, side))
    return side
  })
}
