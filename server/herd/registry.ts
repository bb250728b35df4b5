import type { LongitudeLatitude } from '#contract/values/geo.ts'
import type { FarmFinance, InsuredHeads, RunningProject } from '../db/projects/farmFinance.ts'
import type { HerdRecords } from '../db/herdRecords.ts'
import { HerdColumns } from './columns.ts'
import type { Slot } from './columns.ts'
import { flattenPolygon, type FlatPolygon } from '#contract/values/flatPolygons.ts'
import { centreOf } from './geometry.ts'

/** A farm with its animals. Farm 0 holds the neckbands without an animal: their readings are stored but not counted or shown. */
export interface FarmHerd {
  id: number
  name: string
  supervisorOrgId: number | null
  windowMinutes: number
  timeZone: string
  /** Running projects; replaced in place. */
  projects: readonly RunningProject[]
  /** Insurance of its animals; replaced in place. */
  insured: readonly InsuredHeads[]
  /** Boundary and pens, in metres from the columns' origin. */
  boundary: FlatPolygon
  pens: Map<number, FlatPolygon>
  /** For each pen in a zone, the zone's other pens, by pen id. */
  zones: ReadonlyMap<number, readonly FlatPolygon[]>
  /** Pens added after a running project opened. They extend neither the farm nor a zone, because its parties have not agreed to them. */
  unagreedPens?: ReadonlySet<number>
  columns: HerdColumns
  /** Increases when the slots change: frames of another epoch do not apply. */
  epoch: number
}

/** Whose a device is. Several organisations may have registered the same id. */
export interface Claim {
  /** The organisation that manages it; null or absent when none does. */
  ownerOrgId?: number | null
  /** Whether another owner's device with its id had been heard when it was registered; absent: false. */
  isLaterClaim?: boolean
}

/** The slot that a device's readings are applied to. */
export interface Device extends Claim {
  neckbandId: number
  herd: FarmHerd
  slot: number
}

export interface GatewayRecord extends Claim {
  id: number
  mac: string
  name: string | null
  farmId: number
  penId: number
  /** Herd time, epoch ms; NaN: never. */
  heardAt: number
  /** How far its clock is behind, ms; negative: ahead; absent: not known. */
  clockBehindMs?: number
}

export interface PenRecord {
  id: number
  farmId: number
  name: string
  /** Maximum heads; null when not stated. */
  capacity: number | null
}

export interface Source {
  id: number
  name: string
  /** SHA-256 of its secret, hex. */
  secretHash: string
  adapters: ReadonlySet<string>
  /** The farms it may send readings of; null: all. */
  farmIds: ReadonlySet<number> | null
  /** Whether its secret may be part of an address. */
  takesQueryToken: boolean
}

/** The records that readings are evaluated against, indexed for lookups. */
export interface Registry {
  farms: Map<number, FarmHerd>
  /** All neckbands with an id, one per owner. */
  devices: Map<string, readonly Device[]>
  deviceOfNeckband: Map<number, Device>
  gateways: Map<number, GatewayRecord>
  /** All gateways with a MAC, one per owner. */
  gatewaysByMac: Map<string, readonly GatewayRecord[]>
  pens: Map<number, PenRecord>
  sources: Map<number, Source>
}

export const sparesFarmId = 0
/** Polygon of a farm or pen without a boundary: nothing is inside or outside it. */
const nowhere: FlatPolygon = { rings: [], minX: 0, minY: 0, maxX: 0, maxY: 0 }

export function emptyRegistry(): Registry {
  return {
    farms: new Map(),
    devices: new Map(),
    deviceOfNeckband: new Map(),
    gateways: new Map(),
    gatewaysByMac: new Map(),
    pens: new Map(),
    sources: new Map(),
  }
}

/**
 * Builds a registry from records. Carries over the known state of each neckband and gateway; a farm with unchanged slots
 * keeps its columns and epoch.
 * @param farmIds restricts it to the farms of these records, the others stay unchanged; absent: all farms
 */
export function buildRegistry(records: HerdRecords, before: Registry, farmIds?: readonly number[]): Registry {
  const registry = farmIds === undefined ? emptyRegistry() : without(before, new Set([...farmIds, sparesFarmId]))
  const slotsOf = new Map<number, ({ slot: Slot; deviceId: string | null } & Claim)[]>()
  const ownerOf = new Map(records.farms.map(({ id, supervisorOrgId }) => [id, supervisorOrgId]))
  for (const animal of records.animals) {
    const list = slotsOf.get(animal.farmId) ?? []
    slotsOf.set(animal.farmId, list)
    list.push({
      deviceId: animal.deviceId,
      ownerOrgId: ownerOf.get(animal.farmId) ?? null,
      isLaterClaim: animal.isLaterClaim === true,
      slot: {
        animalId: animal.id,
        visualTag: animal.visualTag,
        neckbandId: animal.neckbandId,
        pairedAt: animal.pairedAt ?? Number.NaN,
        neverFitted: animal.neverFitted ?? false,
        penId: animal.penId ?? 0,
        pledgedTo: animal.pledgedTo ?? 0,
      },
    })
  }
  slotsOf.set(
    sparesFarmId,
    records.spares.map(({ id, deviceId, ownerOrgId = null, isLaterClaim = false }) => ({
      deviceId,
      ownerOrgId,
      isLaterClaim,
      slot: { animalId: null, visualTag: '', neckbandId: id, pairedAt: Number.NaN, penId: 0, pledgedTo: 0 },
    })),
  )
  const farms = [
    ...records.farms.map((farm) => ({ ...farm, origin: centreOf(farm.boundary) })),
    {
      id: sparesFarmId,
      name: '',
      supervisorOrgId: null,
      windowMinutes: 60,
      timeZone: 'UTC',
      projects: [],
      insured: [],
      origin: [0, 0] satisfies LongitudeLatitude,
    },
  ]
  for (const { id, name, supervisorOrgId, windowMinutes, timeZone, projects, insured, origin, ...farm } of farms) {
    const entries = slotsOf.get(id) ?? []
    const old = before.farms.get(id)
    const isUnchanged =
      old !== undefined &&
      sameSlots(
        old.columns,
        entries.map((entry) => entry.slot),
        origin,
      )
    const columns = isUnchanged
      ? old.columns
      : new HerdColumns(
          entries.map((entry) => entry.slot),
          origin,
        )
    if (isUnchanged)
      for (const [place, slot] of columns.slots.entries()) slot.pledgedTo = entries[place]?.slot.pledgedTo ?? 0
    const pens = new Map(
      records.pens.filter((pen) => pen.farmId === id).map((pen) => [pen.id, flattenPolygon(pen.polygon, origin)]),
    )
    const boundary = 'boundary' in farm ? flattenPolygon(farm.boundary, origin) : nowhere
    const ownPens = records.pens.filter((pen) => pen.farmId === id)
    const zones = zonesOf(
      ownPens.filter(({ isAgreed }) => isAgreed !== false),
      pens,
    )
    const unagreedPens = new Set(ownPens.filter(({ isAgreed }) => isAgreed === false).map((pen) => pen.id))
    const herd = {
      id,
      name,
      supervisorOrgId,
      windowMinutes,
      timeZone,
      projects,
      insured,
      boundary,
      pens,
      zones,
      unagreedPens,
      columns,
      epoch: (old?.epoch ?? 0) + (isUnchanged ? 0 : 1),
    }
    registry.farms.set(id, herd)
    for (const [
      slot,
      {
        deviceId,
        ownerOrgId,
        isLaterClaim,
        slot: { neckbandId },
      },
    ] of entries.entries()) {
      if (deviceId === null || neckbandId === null) continue
      const device: Device = {
        neckbandId,
        herd,
        slot,
        ownerOrgId: ownerOrgId ?? null,
        isLaterClaim: isLaterClaim === true,
      }
      addClaim(registry.devices, deviceId, device, (other) => other.neckbandId === neckbandId)
      registry.deviceOfNeckband.set(neckbandId, device)
      const previousDevice = isUnchanged ? undefined : before.deviceOfNeckband.get(neckbandId)
      if (!previousDevice) continue
      columns.copyFrom(previousDevice.herd.columns, previousDevice.slot, slot)
      if (previousDevice.herd.columns.slots[previousDevice.slot]?.penId !== columns.slots[slot]?.penId)
        columns.forgetFence(slot)
    }
  }
  for (const { id, mac, name, farmId, penId, heardAt, ownerOrgId = null, isLaterClaim = false } of records.gateways) {
    const seen = [before.gateways.get(id)?.heardAt ?? Number.NaN, heardAt ?? Number.NaN].filter(
      (at) => !Number.isNaN(at),
    )
    const gateway = {
      id,
      mac,
      name,
      farmId,
      penId: penId ?? 0,
      heardAt: seen.length > 0 ? Math.max(...seen) : Number.NaN,
      clockBehindMs: before.gateways.get(id)?.clockBehindMs ?? 0,
      ownerOrgId,
      isLaterClaim,
    }
    registry.gateways.set(id, gateway)
    addClaim(registry.gatewaysByMac, mac, gateway, (other) => other.id === id)
  }
  for (const { id, farmId, name, capacity } of records.pens) registry.pens.set(id, { id, farmId, name, capacity })
  for (const { id, name, secretHash, adapters, farmIds, takesQueryToken } of records.sources) {
    registry.sources.set(id, {
      id,
      name,
      secretHash: Buffer.from(secretHash).toString('hex'),
      adapters: new Set(adapters),
      farmIds: farmIds === null ? null : new Set(farmIds.map(Number)),
      takesQueryToken,
    })
  }
  return registry
}

/** Applies newly read finance data to a farm in place. Its slots stay, so its viewers need no notification. */
export function applyFinance(
  registry: Registry,
  farmId: number,
  { projects, insured, pledged }: Partial<FarmFinance>,
): void {
  const farm = registry.farms.get(farmId)
  if (farm === undefined || farmId === sparesFarmId) return
  if (projects) farm.projects = projects.get(farmId) ?? []
  if (insured) farm.insured = insured.get(farmId) ?? []
  if (!pledged) return
  const counted = pledged.get(farmId)
  for (const slot of farm.columns.slots) slot.pledgedTo = counted?.get(slot.animalId ?? 0) ?? 0
}

function zonesOf(records: HerdRecords['pens'], polygons: ReadonlyMap<number, FlatPolygon>): Map<number, FlatPolygon[]> {
  const zoned = records.filter(({ zone }) => zone !== null)
  const othersOf = ({ id, zone }: HerdRecords['pens'][number]) =>
    zoned.filter((pen) => pen.zone === zone && pen.id !== id)
  return new Map(zoned.map((pen) => [pen.id, othersOf(pen).flatMap((other) => polygons.get(other.id) ?? [])]))
}

/** Returns a registry without some farms, their devices and gateways, and without sources. */
function without(registry: Registry, farmIds: ReadonlySet<number>): Registry {
  const keep = <K, V>(map: Map<K, V>, isKept: (value: V) => boolean) =>
    new Map([...map].filter(([, value]) => isKept(value)))
  const filterClaims = <V>(map: Map<string, readonly V[]>, isKept: (value: V) => boolean) =>
    new Map(
      [...map].flatMap(([id, claims]): [string, readonly V[]][] => {
        const remaining = claims.every(isKept) ? claims : claims.filter(isKept)
        return remaining.length > 0 ? [[id, remaining]] : []
      }),
    )
  const isKeptDevice = (device: Device) => !farmIds.has(device.herd.id)
  const isKeptGateway = (gateway: GatewayRecord) => !farmIds.has(gateway.farmId)
  return {
    farms: keep(registry.farms, (farm) => !farmIds.has(farm.id)),
    devices: filterClaims(registry.devices, isKeptDevice),
    deviceOfNeckband: keep(registry.deviceOfNeckband, isKeptDevice),
    gateways: keep(registry.gateways, isKeptGateway),
    gatewaysByMac: filterClaims(registry.gatewaysByMac, isKeptGateway),
    pens: keep(registry.pens, (pen) => !farmIds.has(pen.farmId)),
    sources: new Map(),
  }
}

/** Adds a record to those with its id. Replaces its earlier place on a farm that is not read again. */
function addClaim<C>(map: Map<string, readonly C[]>, id: string, claim: C, isSame: (other: C) => boolean): void {
  const claims = map.get(id)
  map.set(id, claims ? [...claims.filter((other) => !isSame(other)), claim] : [claim])
}

function sameSlots(columns: HerdColumns, slots: readonly Slot[], origin: LongitudeLatitude): boolean {
  return (
    columns.count === slots.length &&
    columns.origin[0] === origin[0] &&
    columns.origin[1] === origin[1] &&
    slots.every((slot, i) => {
      const other = columns.slots[i] as Slot
      return (
        slot.animalId === other.animalId &&
        slot.neckbandId === other.neckbandId &&
        slot.penId === other.penId &&
        slot.visualTag === other.visualTag &&
        slot.neverFitted === other.neverFitted &&
        Object.is(slot.pairedAt, other.pairedAt)
      )
    })
  )
}
