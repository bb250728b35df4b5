import type { Rejection, RejectReason } from '#contract/herd/readings.ts'
import type { Reading, ReadingBatch, Unreadable } from '../../db/readings/batch.ts'
import type { Device, GatewayRecord, Registry, Source } from '../../herd/registry.ts'
import { isImpossiblePosition, checkTime } from './plausibility.ts'
import { noSourceId } from '../intake.ts'
import type { UnreadableReason } from '../message.ts'
import type { PendingMessage } from '../queue.ts'

/** Returns the reason that a message is counted by. */
export function countedAs(reason: UnreadableReason): Exclude<UnreadableReason, 'TOO_MANY_READINGS'> {
  return reason === 'TOO_MANY_READINGS' ? 'BAD_SHAPE' : reason
}

/** A validated batch of messages: what to store, and what to count. */
export interface Validated {
  batch: ReadingBatch
  devices: Device[]
  gateways: (GatewayRecord | undefined)[]
  /** Index of the message of each reading. */
  owners: number[]
  rejected: Rejection[][]
  /** The impossible positions of readings that are stored without them. */
  impossible: Map<Reading, { longitude: number; latitude: number }>
  seenGateways: Map<GatewayRecord, number>
  unreadable: Unreadable[]
}

/** Remembers the newest device time per neckband and gateway, to separate new readings from possible duplicates quickly. */
export class Newest {
  private readonly at = new Map<number, number>()

  /** Returns whether a reading may already be stored. A wrong true costs time; the database detects a wrong false. */
  isDoubtful(device: Device, gatewayId: number, at: number): boolean {
    const { columns } = device.herd
    const key = device.neckbandId * 0x10_0000 + gatewayId
    const before = this.at.get(key)
    if (before === undefined || at > before) this.at.set(key, at)
    if (before !== undefined) return at <= before
    return at <= (columns.heardAt[device.slot] as number)
  }

  clear(): void {
    this.at.clear()
  }
}

/**
 * Validates messages against the records: known device, source allowed for its farm, plausible time and position.
 * A message without an existing source becomes NOT_ALLOWED.
 */
export function validate(
  pending: readonly PendingMessage[],
  registry: Registry,
  newest: Newest,
  maxAgeMs: number,
  aheadMs = 0,
): Validated {
  const validated: Validated = {
    batch: { readings: [], neckbandIds: [], gatewayIds: [], sourceIds: [], receivedAts: [], doubtful: [] },
    devices: [],
    gateways: [],
    owners: [],
    rejected: [],
    impossible: new Map(),
    seenGateways: new Map(),
    unreadable: [],
  }
  for (const [owner, one] of pending.entries()) {
    const { topic, body, receivedAt } = one
    const source = registry.sources.get(one.sourceId)
    if (source === undefined) {
      // The source was removed after the message arrived, or never existed.
      one.sourceId = noSourceId
      if (one.message.ok) one.message = { ok: false, reason: 'NOT_ALLOWED', field: 'source' }
    }
    const { message } = one
    if (!message.ok || source === undefined) {
      const { reason, field } = message.ok ? { reason: 'NOT_ALLOWED' as const, field: 'source' } : message
      validated.rejected.push([])
      validated.unreadable.push({
        at: receivedAt,
        sourceId: one.sourceId,
        topic: storable(topic),
        reason: countedAs(reason),
        field,
        body: body ?? new Uint8Array(),
      })
      continue
    }
    const rejected = [...message.rejected]
    validated.rejected.push(rejected)
    const sender = message.gateway === null ? undefined : registry.gatewayByMac.get(message.gateway)
    if (sender && maySpeakFor(source, sender.farmId)) validated.seenGateways.set(sender, receivedAt)
    for (const mac of message.receivers ?? []) {
      const receiver = registry.gatewayByMac.get(mac)
      if (receiver && maySpeakFor(source, receiver.farmId)) validated.seenGateways.set(receiver, receivedAt)
    }
    for (const reading of message.readings) {
      if (message.receivers !== undefined) reading.gateway = ownGateway(reading.gateway, source, registry)
      const found = findReading(reading, source, registry, { now: receivedAt, maxAgeMs, aheadMs })
      if ('reason' in found) {
        // The rejection of a single field no longer matters.
        const fieldRejection = rejected.findIndex((entry) => entry.index === reading.index && entry.kept)
        if (fieldRejection >= 0) rejected.splice(fieldRejection, 1)
        rejected.push({ index: reading.index, field: found.field, reason: found.reason })
        continue
      }
      if (isImpossiblePosition(reading.longitude, reading.latitude)) {
        rejected.push({ index: reading.index, field: 'longitude', reason: 'BAD_POSITION', kept: true })
        validated.impossible.set(reading, { longitude: reading.longitude, latitude: reading.latitude })
        reading.longitude = Number.NaN
        reading.latitude = Number.NaN
        reading.accuracyM = Number.NaN
      }
      const { batch } = validated
      const gatewayId = found.gateway?.id ?? 0
      if (newest.isDoubtful(found.device, gatewayId, reading.at)) batch.doubtful.push(batch.readings.length)
      batch.readings.push(reading)
      batch.neckbandIds.push(found.device.neckbandId)
      batch.gatewayIds.push(gatewayId)
      batch.sourceIds.push(source.id)
      batch.receivedAts.push(receivedAt)
      validated.devices.push(found.device)
      validated.gateways.push(found.gateway)
      validated.owners.push(owner)
    }
  }
  return validated
}

/** The times for `checkTime`. */
interface Times {
  now: number
  maxAgeMs: number
  aheadMs: number
}

type Found = { field: string; reason: RejectReason } | { device: Device; gateway: GatewayRecord | undefined }

function findReading(reading: Reading, source: Source, registry: Registry, { now, maxAgeMs, aheadMs }: Times): Found {
  const gateway = reading.gateway === null ? undefined : registry.gatewayByMac.get(reading.gateway)
  if (reading.gateway !== null && gateway === undefined) return { field: 'gateway', reason: 'UNKNOWN_GATEWAY' }
  const device = registry.devices.get(reading.neckband)
  if (device === undefined) return { field: 'neckband', reason: 'UNKNOWN_DEVICE' }
  if (!maySpeakFor(source, device.herd.id)) return { field: 'neckband', reason: 'NOT_ALLOWED' }
  if (gateway && !maySpeakFor(source, gateway.farmId)) return { field: 'gateway', reason: 'NOT_ALLOWED' }
  const time = checkTime(reading.at, now, maxAgeMs, aheadMs)
  if (time !== null) return { field: 'at', reason: time }
  return { device, gateway }
}

/** Returns a network's gateway if it is on one of the source's farms: networks have many other gateways. */
function ownGateway(mac: string | null, source: Source, registry: Registry): string | null {
  const gateway = mac === null ? undefined : registry.gatewayByMac.get(mac)
  return gateway && maySpeakFor(source, gateway.farmId) ? mac : null
}

/** Returns whether a source may send for devices on a farm. */
export function maySpeakFor(source: Source, farmId: number): boolean {
  return source.farmIds === null || source.farmIds.has(farmId)
}

/** Removes NUL characters, which PostgreSQL's text cannot contain. */
export function storable(text: string): string {
  return text.replaceAll('\0', '')
}
