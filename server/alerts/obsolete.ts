import type { ClearedBecause } from '#contract/alerts/alerts.ts'
import { sparesFarmId } from '../herd/registry.ts'
import type { Herd } from '../herd/herd.ts'
import type { OpenAlert } from './alertStore.ts'
import type { FarmFacts } from './kind.ts'

/** Returns why an alert's subject is no longer on its farm; null when it still is. @param farm null when the farm itself was removed */
export function subjectRemovalReason(
  { registry, walls }: Pick<Herd, 'registry' | 'walls'>,
  farm: FarmFacts | null,
  { subjectType, subjectId, farmId, animalId }: OpenAlert,
): ClearedBecause | null {
  switch (subjectType) {
    case 'NECKBAND': {
      const device = registry.deviceOfNeckband.get(subjectId)
      if (device === undefined) return 'NECKBAND_REMOVED'
      // The alert names the animal that wore the neckband.
      if (device.herd.id === farmId)
        return device.herd.columns.slots[device.slot]?.animalId === animalId ? null : 'NECKBAND_MOVED'
      return device.herd.id === sparesFarmId ? 'NECKBAND_NOT_WORN' : 'NECKBAND_MOVED'
    }
    case 'GATEWAY': {
      const gateway = registry.gateways.get(subjectId)
      if (gateway === undefined) return 'GATEWAY_REMOVED'
      return gateway.farmId === farmId ? null : 'GATEWAY_MOVED'
    }
    case 'ANIMAL':
      return farm?.slotOfAnimal(subjectId) === undefined ? 'ANIMAL_NOT_IN_HERD' : null
    case 'PEN':
      return registry.pens.get(subjectId)?.farmId === farmId ? null : 'PEN_REMOVED'
    case 'FARM':
      return farm === null ? 'FARM_REMOVED' : null
    case 'PROJECT':
      if (farm === null) return 'FARM_REMOVED'
      return farm.herd.projects.some(({ id }) => id === subjectId) ? null : 'NO_RUNNING_PROJECT'
    case 'WALL': {
      const wall = walls.get(subjectId)
      if (wall === undefined) return 'WALL_ENDED'
      return wall.farmId === farmId ? null : 'WALL_MOVED'
    }
  }
}
