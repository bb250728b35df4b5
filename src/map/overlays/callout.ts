import type { Alert } from '#contract/alerts/alerts.ts'
import { animalAt, metresOutsideFence } from '../../store/herd/animalNow.ts'
import { type HerdColumns, isDrawn } from '../../store/herd/herdColumns.ts'
import { overlap, type Box } from '../labels/labels.ts'
import type { MapState } from '../mapState.ts'

/** Content of the callout next to the animal that the map is about. Ages are shown by the clock, so the callout has instants. */
export interface Callout {
  animalId: number
  farmId: number
  visualTag: string
  severity: Alert['severity']
  /** Distance outside its fence at the newest position, metres, negative inside; null: another kind of alert. */
  metres: number | null
  /** Distance outside the fence when the alert was raised, metres; null: not in the alert. */
  metresAtRaising: number | null
  penName: string | null
  batteryPercent: number | null
  /** When the animal was last heard, and when its newest position was measured, herd time, epoch ms; null: never. */
  heardAt: number | null
  fixedAt: number | null
}

/**
 * Returns the callout of the animal that the map is about: the selected one, else that of the shown alert, else the newest critical alert in view.
 * Null without an open alert of that animal in view, so that the callout never stays at another animal.
 */
export function calloutOf(state: MapState): Callout | null {
  const { scene } = state
  const found = aboutWhich(state)
  if (found === null) return null
  const { alert, herd, slot } = found
  const now = animalAt(herd, slot)
  const atRaising = alert.detail['metresOutside'] ?? alert.detail['metres']
  const metres = metresOutsideFence(scene, alert, now)
  return {
    animalId: herd.animalIds[slot]!,
    farmId: herd.farmId,
    visualTag: now.visualTag,
    severity: alert.severity,
    metres: metres === null ? null : Math.round(metres),
    metresAtRaising: typeof atRaising === 'number' ? Math.round(atRaising) : null,
    penName: scene.pens.find(({ id }) => id === alert.farmSlotId)?.name ?? null,
    batteryPercent: now.batteryPercent,
    heardAt: now.heardAt,
    fixedAt: now.fixedAt,
  }
}

interface Found {
  alert: Alert
  herd: HerdColumns
  slot: number
}

function aboutWhich({ alerts, herds, nearFarmIds, selectedAnimalId, shownAlertId }: MapState): Found | null {
  const shown = shownAlertId === null ? undefined : alerts.find(({ id }) => id === shownAlertId)
  const isAbout = (alert: Alert): boolean => {
    if (selectedAnimalId !== null) return alert.animalId === selectedAnimalId
    if (shownAlertId !== null) return alert === shown
    return alert.severity === 'CRITICAL'
  }
  let newest: (Found & { at: number }) | null = null
  for (const alert of alerts) {
    if (alert.animalId === null || !nearFarmIds.has(alert.farmId) || !isAbout(alert)) continue
    // For a selected animal the shown alert wins, else its gravest one, which comes first.
    const at = alert === shown ? Infinity : selectedAnimalId === null ? Date.parse(alert.raisedAt) : 0
    if (newest !== null && at <= newest.at) continue
    const herd = herds.get(alert.farmId)
    const slot = herd?.animalIds.indexOf(alert.animalId) ?? -1
    if (herd && slot >= 0 && isDrawn(herd, slot)) newest = { alert, herd, slot, at }
  }
  return newest
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
