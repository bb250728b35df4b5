import type { Device } from '../../herd/registry.ts'
import { type FlatPolygon, flatten } from '#contract/values/flatPolygons.ts'

/** Distance that is checked at all, metres: a wrong fix nearer by is the alert rules' matter. */
const minJumpMetres = 20_000
/** Faster than any road or train, metres per second. */
const maxSpeed = 70
/** Distance from the farm within which a position is always believed, metres. */
const regionMetres = 50_000
/** Distance from the farm beyond which a lost sign or swapped coordinates are looked for, metres. */
const farMetres = 500_000
/** How many jumps to the same region in a row are a journey, unless their coordinates are equal to the digit. */
const journeyFixes = 3

interface Fix {
  at: number
  longitude: number
  latitude: number
}

/** Finds positions that no animal can have reached since its last one. */
export class Jumps {
  /** The last jumps of neckbands, by id. */
  private readonly rejected = new Map<number, { fix: Fix; count: number; isRepeated: boolean }>()

  /**
   * Returns whether a position is a jump: far from the farm, and reached faster than any vehicle, or the farm's own with a lost sign or
   * swapped. The third one in a row in another region is believed: the neckband travelled.
   */
  isJump({ neckbandId, herd, slot }: Device, fix: Fix, isGuess: boolean): boolean {
    const { columns, boundary } = herd
    const { origin } = columns
    const hasBoundary = boundary.rings.length > 0
    const [x, y] = flatten([fix.longitude, fix.latitude], origin)
    const outside = hasBoundary ? metresFrom(boundary, x, y) : Infinity
    if (outside <= regionMetres) {
      this.rejected.delete(neckbandId)
      return false
    }
    const before: Fix = {
      at: columns.fixedAt[slot] as number,
      longitude: columns.longitude[slot] as number,
      latitude: columns.latitude[slot] as number,
    }
    const isFirst = Number.isNaN(before.at)
    const isMirrored = hasBoundary && outside > farMetres && mirrors(fix).some((one) => isNear(boundary, one, origin))
    if (isFirst ? !isMirrored && !(isGuess && hasBoundary) : !isMirrored && !isTooFast(before, fix)) return false
    return isMirrored || !this.isJourney(neckbandId, fix)
  }

  private isJourney(neckbandId: number, fix: Fix): boolean {
    const last = this.rejected.get(neckbandId)
    // Validated again.
    if (last?.fix.at === fix.at) return last.count >= journeyFixes && !last.isRepeated
    const isNext = last !== undefined && fix.at > last.fix.at && !isTooFast(last.fix, fix)
    const isSame = last?.fix.longitude === fix.longitude && last.fix.latitude === fix.latitude
    const entry = {
      fix,
      count: isNext ? last.count + 1 : 1,
      isRepeated: isNext ? last.isRepeated && isSame : true,
    }
    this.rejected.set(neckbandId, entry)
    return entry.count >= journeyFixes && !entry.isRepeated
  }
}

/** Returns the distance from a polygon's bounding box, metres. */
function metresFrom({ minX, minY, maxX, maxY }: FlatPolygon, x: number, y: number): number {
  return Math.hypot(Math.max(minX - x, 0, x - maxX), Math.max(minY - y, 0, y - maxY))
}

function isNear(boundary: FlatPolygon, [longitude, latitude]: [number, number], origin: [number, number]): boolean {
  const [x, y] = flatten([longitude, latitude], origin)
  return metresFrom(boundary, x, y) <= regionMetres
}

/** Returns a position with lost signs, and swapped. */
function mirrors({ longitude, latitude }: Fix): [longitude: number, latitude: number][] {
  return [
    [-longitude, latitude],
    [longitude, -latitude],
    [-longitude, -latitude],
    [latitude, longitude],
  ]
}

function isTooFast(before: Fix, fix: Fix): boolean {
  const [x, y] = flatten([fix.longitude, fix.latitude], [before.longitude, before.latitude])
  const metres = Math.hypot(x, y)
  return metres > minJumpMetres && metres > (maxSpeed * Math.abs(fix.at - before.at)) / 1000
}
