import type { RuleKind } from '#contract/alertRules.ts'
import type { ClearedBecause } from '#contract/alerts.ts'
import { sparesFarmId } from '../herd/registry.ts'
import type { Registry } from '../herd/registry.ts'
import type { OpenAlert } from './alertStore.ts'

/**
 * Why nothing that comes in can ever clear an alert, its subject being gone or its rule off; null: something can.
 * @param isOff whether the rule of a kind is switched off on a farm
 */
export function whyObsolete(registry: Registry, alert: OpenAlert, isOff: (kind: RuleKind, farmId: number) => boolean): ClearedBecause | null {
  return whyGone(registry, alert) ?? (isOff(alert.kind, alert.subject.farmId) ? 'RULE_OFF' : null)
}

function whyGone(registry: Registry, { subject }: OpenAlert): ClearedBecause | null {
  switch (subject.type) {
    case 'NECKBAND': {
      const device = registry.deviceOfNeckband.get(subject.id)
      if (device === undefined) return 'NECKBAND_REMOVED'
      return device.herd.id === sparesFarmId ? 'NECKBAND_NOT_WORN' : null
    }
    case 'GATEWAY':
      return registry.gateways.has(subject.id) ? null : 'GATEWAY_REMOVED'
    case 'ANIMAL': {
      const slot = registry.farms.get(subject.farmId)?.columns.slots.find(({ animalId }) => animalId === subject.id)
      if (slot === undefined) return 'ANIMAL_NOT_IN_HERD'
      return slot.penId === 0 ? 'ANIMAL_WITHOUT_PEN' : null
    }
    case 'FARM':
      return null
  }
}
