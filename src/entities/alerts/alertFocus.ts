import type { Alert } from '#contract/alerts/alerts.ts'
import type { Focus } from '../../map/camera/focus.ts'

/** Returns where a map shows an alert: its animal, its pen or its farm. */
export function focusOf(alert: Alert): Focus {
  if (alert.animalId !== null)
    return { kind: 'animal', animalId: alert.animalId, farmId: alert.farmId, penId: alert.farmSlotId }
  return alert.farmSlotId === null ? { kind: 'farm', farmId: alert.farmId } : { kind: 'pen', penId: alert.farmSlotId }
}
