import type { RuleKind } from '#contract/alertRules.ts'
import type { ClearedBecause } from '#contract/alerts.ts'
import { sparesFarmId } from '../herd/registry.ts'
import type { Registry } from '../herd/registry.ts'
import type { OpenAlert } from './book.ts'

/** The kinds whose subject a person may take out of a herd while the alert is open. */
export const orphanKinds = ['NECKBAND_SILENT', 'LOW_BATTERY', 'LEFT_PEN', 'GATEWAY_OFFLINE'] as const satisfies RuleKind[]

/** Why nothing that comes in can ever clear an alert; null: something can. */
export function whyOrphaned(registry: Registry, { subject }: OpenAlert): ClearedBecause | null {
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
