import type { Alert } from '#contract/alerts/alerts.ts'
import { unknownBattery } from '#contract/live/frames.ts'
import { type HerdColumns, isDrawn, neverS } from '../../store/herd/herdColumns.ts'
import { overlap, type Box } from '../labels/labels.ts'
import type { MapState } from '../mapState.ts'

/** Content of the callout next to the most urgent animal. */
export interface Callout {
  animalId: number
  visualTag: string
  /** Distance outside its pen, metres; null: not in the alert. */
  metres: number | null
  penName: string | null
  batteryPercent: number | null
  /** Seconds of herd time since the animal was last heard; null: never. */
  heardAgoS: number | null
}

/** Returns the newest critical alert of an animal in view; null without one. */
export function calloutOf({ alerts, herds, nearFarmIds, scene }: MapState): Callout | null {
  let newest: { alert: Alert; herd: HerdColumns; slot: number; at: number } | null = null
  for (const alert of alerts) {
    if (alert.severity !== 'CRITICAL' || alert.animalId === null || !nearFarmIds.has(alert.farmId)) continue
    const at = Date.parse(alert.raisedAt)
    if (newest !== null && at <= newest.at) continue
    const herd = herds.get(alert.farmId)
    const slot = herd?.animalIds.indexOf(alert.animalId) ?? -1
    if (herd && slot >= 0 && isDrawn(herd, slot)) newest = { alert, herd, slot, at }
  }
  if (newest === null) return null
  const { alert, herd, slot } = newest
  const metres = alert.detail['metresOutside'] ?? alert.detail['metres']
  const battery = herd.batteries[slot]!
  const heardAtS = herd.heardAtS[slot]!
  return {
    animalId: alert.animalId!,
    visualTag: herd.visualTags[slot]!,
    metres: typeof metres === 'number' ? Math.round(metres) : null,
    penName: scene.pens.find(({ id }) => id === alert.farmSlotId)?.name ?? null,
    batteryPercent: battery === unknownBattery ? null : battery,
    heardAgoS: heardAtS === neverS ? null : Math.max(0, Math.round((herd.herdAt - herd.baseAt) / 1000 - heardAtS)),
  }
}

interface Size {
  width: number
  height: number
}

const edge = 8

/**
 * Places a box next to a point: below, above, at the end or start side, else in the farthest free corner, without covering taken boxes.
 * If every place covers some, it may cover boxes but never the point, as long as the room is larger than the box.
 */
export function placeBeside(
  [x, y]: readonly [x: number, y: number],
  { width, height }: Size,
  room: Size,
  taken: readonly Box[],
): { left: number; top: number } {
  const gap = 40 * (height / 84)
  const within = (at: number, size: number, all: number) => Math.min(Math.max(edge, at), all - size - edge)
  const middle = { left: within(x - width / 2, width, room.width), top: within(y - height / 2, height, room.height) }
  const places = [
    { left: middle.left, top: y + gap },
    { left: middle.left, top: y - gap - height },
    { left: x + gap, top: middle.top },
    { left: x - gap - width, top: middle.top },
  ].filter(
    ({ left, top }) =>
      left >= edge && top >= edge && left + width <= room.width - edge && top + height <= room.height - edge,
  )
  const awayFrom = ({ left, top }: { left: number; top: number }) =>
    Math.hypot(left + width / 2 - x, top + height / 2 - y)
  const isFree = ({ left, top }: { left: number; top: number }) =>
    !taken.some((box) => overlap(box, { left, top, right: left + width, bottom: top + height }, 2))
  const corners = [edge, room.width - width - edge]
    .flatMap((left) =>
      [edge, room.height - height - edge].map((top) => ({ left: Math.max(edge, left), top: Math.max(edge, top) })),
    )
    .toSorted((one, other) => awayFrom(other) - awayFrom(one))
  const apart = corners.filter(
    ({ left, top }) =>
      !overlap(
        { left: x, top: y, right: x, bottom: y },
        { left, top, right: left + width, bottom: top + height },
        gap / 2,
      ),
  )
  return [...places, ...apart].find(isFree) ?? places[0] ?? apart[0] ?? corners[0] ?? middle
}

export function sameCallout(a: Callout | null, b: Callout | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
