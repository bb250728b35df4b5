import type { Queries } from '../../db/connect.ts'
import { gatewaysHeardPast } from '../../db/gatewaysSeen.ts'
import type { Herd } from '../herd.ts'
import { sparesFarmId } from '../registry.ts'

/**
 * Returns the farms that were heard only through gateways independent of an outside broker, since an instant (herd time, epoch ms).
 * @param broker name of the broker's source
 */
export async function farmsHeardWithoutBroker(
  sql: Queries,
  { registry }: Herd,
  broker: string,
  since: number,
): Promise<number[]> {
  const past = new Set(await gatewaysHeardPast(sql, broker, since))
  const gateways = Map.groupBy(registry.gateways.values(), ({ farmId }) => farmId)
  return [...registry.farms.values()].flatMap(({ id, columns }) => {
    const ofLate = (gateways.get(id) ?? []).filter(({ heardAt }) => heardAt > since)
    if (id === sparesFarmId || ofLate.length === 0 || !ofLate.every((gateway) => past.has(gateway.id))) return []
    return columns.slots.every(
      (_, slot) => !((columns.heardAt[slot] as number) > since) || past.has(columns.gatewayId[slot] as number),
    )
      ? [id]
      : []
  })
}
