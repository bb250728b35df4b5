import { type Box, overlap } from '../labels/labels.ts'

/** Where a name stands at its point: over it, under it, or as a mark alone where a name would lie over another. */
export type NameSide = 'over' | 'under' | 'mark'

/** A point of the screen and the room that its name takes, pixels. */
export interface NamedPoint {
  x: number
  y: number
  width: number
  height: number
}

/** The gap between two names, px. */
const clearance = 2
const markWidth = 20

const boxOf = ({ x, y, width, height }: NamedPoint, side: NameSide): Box => {
  const half = (side === 'mark' ? markWidth : width) / 2
  return side === 'under' ? { left: x - half, right: x + half, top: y, bottom: y + height } : { left: x - half, right: x + half, top: y - height, bottom: y }
}

/** The sides of some names so that none lies over another; the first of them have the choice. */
export function nameSides(points: readonly NamedPoint[]): NameSide[] {
  const taken: Box[] = []
  return points.map((point) => {
    const isFree = (side: NameSide) => !taken.some((other) => overlap(boxOf(point, side), other, clearance))
    const side = (['over', 'under'] as const).find(isFree) ?? 'mark'
    taken.push(boxOf(point, side))
    return side
  })
}
