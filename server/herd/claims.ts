import type { Claim, Device, GatewayRecord, Registry, Source } from './registry.ts'

/** What a message's id stands for: the record, or the reason why it stands for none. */
export type Found<C> =
  | { claim: C }
  | { reason: 'UNKNOWN' | 'SEVERAL_OWNERS' }
  /** `refused` is a record of an owner that the source does speak for, on another farm. */
  | { reason: 'NOT_ALLOWED'; refused: C }

/** Returns whether a source may send for devices on a farm. */
export function maySpeakFor(source: Source, farmId: number): boolean {
  return source.farmIds === null || source.farmIds.has(farmId)
}

/** Finds the gateway with a MAC that a source may speak for. */
export function findGateway(registry: Registry, source: Source, mac: string): Found<GatewayRecord> {
  return choose(registry, source, registry.gatewaysByMac.get(mac), ({ farmId }) => farmId)
}

/** Finds the neckband with an id that a source may speak for. When several owners have it, the gateway that heard it decides. */
export function findDevice(
  registry: Registry,
  source: Source,
  id: string,
  gateway: GatewayRecord | undefined,
): Found<Device> {
  const claims = registry.devices.get(id)
  const ofGateway =
    gateway && claims !== undefined && claims.length > 1
      ? claims.filter(
          (device) =>
            (device.ownerOrgId ?? null) === (gateway.ownerOrgId ?? null) && maySpeakFor(source, device.herd.id),
        )
      : []
  return choose(registry, source, ofGateway.length > 0 ? ofGateway : claims, ({ herd }) => herd.id)
}

/**
 * Chooses among the records with one id. A source's farms decide; then a claim that was made when the device was already heard elsewhere
 * yields. If several remain, a reading belongs to none of them: it must never move another owner's animal.
 */
function choose<C extends Claim>(
  registry: Registry,
  source: Source,
  claims: readonly C[] | undefined,
  farmOf: (claim: C) => number,
): Found<C> {
  if (claims === undefined) return { reason: 'UNKNOWN' }
  const [first] = claims
  if (claims.length === 1 && first && maySpeakFor(source, farmOf(first))) return { claim: first }
  const allowed = claims.filter((claim) => maySpeakFor(source, farmOf(claim)))
  // A source of one owner must not learn what others have: to it, their devices do not exist.
  if (allowed.length === 0) {
    const refused = claims.find(({ ownerOrgId }) => isOfOwner(registry, source, ownerOrgId))
    return refused ? { reason: 'NOT_ALLOWED', refused } : { reason: 'UNKNOWN' }
  }
  const [claim, another] = allowed.length === 1 ? allowed : allowed.filter(({ isLaterClaim }) => !isLaterClaim)
  return claim && another === undefined ? { claim } : { reason: 'SEVERAL_OWNERS' }
}

/** Returns whether a source speaks for a farm of an owner. */
function isOfOwner(registry: Registry, { farmIds }: Source, ownerOrgId: number | null = null): boolean {
  for (const id of farmIds ?? []) {
    const farm = registry.farms.get(id)
    if (farm !== undefined && farm.supervisorOrgId === ownerOrgId) return true
  }
  return false
}
