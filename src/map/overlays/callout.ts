import { unknownBattery } from '#contract/live/frames.ts'
import { isDrawn, neverS } from '../../store/herd/herdColumns.ts'
import type { MapState } from '../mapState.ts'

/** What is written beside the animal that needs someone most. */
export interface Callout {
  animalId: number
  visualTag: string
  /** Metres outside its pen; null: the alert does not say. */
  metres: number | null
  penName: string | null
  batteryPercent: number | null
  /** Since it was last heard, herd time; null: never. */
  heardAgoS: number | null
}

/** The newest critical alert of an animal that is in view. */
export function calloutOf({ alerts, herds, nearFarmIds, scene }: MapState): Callout | null {
  const critical = alerts
    .filter((alert) => alert.severity === 'CRITICAL' && alert.animalId !== null && nearFarmIds.has(alert.farmId))
    .toSorted((a, b) => Date.parse(b.raisedAt) - Date.parse(a.raisedAt))
  for (const alert of critical) {
    const herd = herds.get(alert.farmId)
    const slot = herd?.animalIds.indexOf(alert.animalId!) ?? -1
    if (!herd || slot < 0 || !isDrawn(herd, slot)) continue
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
  return null
}

export function sameCallout(a: Callout | null, b: Callout | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
