import type { Rejection, RejectReason } from '#contract/herd/readings.ts'
import type { Reading, ReadingBatch, Unreadable } from '../../db/readings/batch.ts'
import { findDevice, findGateway } from '../../herd/claims.ts'
import type { Device, GatewayRecord, Registry, Source } from '../../herd/registry.ts'
import { checkTime, coarseMetres, isImpossiblePosition } from './plausibility.ts'
import { noSourceId } from '../intake.ts'
import type { Message, UnreadableReason } from '../message.ts'
import type { PendingMessage } from '../queue.ts'
import type { GatewayClocks } from './gatewayClocks.ts'
import type { Jumps } from './jumps.ts'
import { LocalTimes } from './localTimes.ts'
import { heardTime } from './times.ts'

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
  /** How far the clocks of gateways are behind, ms; negative: ahead. */
  clocks: Map<GatewayRecord, number>
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

/** What earlier messages showed, by neckband and gateway. */
export interface Known {
  newest: Newest
  clocks: GatewayClocks
  jumps: Jumps
  localTimes?: LocalTimes
}

/** Limits and clocks for the times of readings. */
export interface TimeLimits {
  maxAgeMs: number
  /** How far the machine's clock is ahead of herd time, ms; absent: 0. */
  aheadMs?: number
}

/**
 * Validates messages against the records: known device, source allowed for its farm, plausible time and position.
 * Messages stay as they are, so that they can be validated again. A message without an existing source becomes NOT_ALLOWED; one
 * whose validation fails becomes BAD_SHAPE, so that it delays no other.
 */
export function validate(
  pending: readonly PendingMessage[],
  registry: Registry,
  known: Known,
  limits: TimeLimits,
  onFault: (error: unknown, message: PendingMessage) => void = () => {},
): Validated {
  const validated: Validated = {
    batch: { readings: [], neckbandIds: [], gatewayIds: [], sourceIds: [], receivedAts: [], doubtful: [] },
    devices: [],
    gateways: [],
    owners: [],
    rejected: [],
    impossible: new Map(),
    seenGateways: new Map(),
    clocks: new Map(),
    unreadable: [],
  }
  for (const [owner, one] of pending.entries()) {
    const source = registry.sources.get(one.sourceId)
    if (source === undefined) {
      // The source was removed after the message arrived, or never existed.
      one.sourceId = noSourceId
      if (one.message.ok) one.message = { ok: false, reason: 'NOT_ALLOWED', field: 'source' }
    }
    if (one.message.ok && source !== undefined) {
      try {
        addMessage(
          validated,
          owner,
          one.message,
          validateMessage(one.message, source, registry, one.receivedAt, known, limits),
          {
            source,
            receivedAt: one.receivedAt,
            newest: known.newest,
          },
        )
        continue
      } catch (error) {
        onFault(error, one)
        one.message = { ok: false, reason: 'BAD_SHAPE', field: 'body' }
      }
    }
    const { topic, body, receivedAt, message } = one
    if (message.ok) continue
    const { reason, field } = message
    validated.rejected.push([])
    validated.unreadable.push({
      at: receivedAt,
      sourceId: one.sourceId,
      topic: storable(topic),
      reason: countedAs(reason),
      field,
      body: body ?? new Uint8Array(),
    })
  }
  return validated
}

/** A validated message: its accepted readings, and what was left out or refused. */
interface ValidatedMessage {
  accepted: { reading: Reading; device: Device; gateway: GatewayRecord | undefined; impossible: Position | null }[]
  rejected: Rejection[]
  seen: GatewayRecord[]
  /** The sending gateway, with how far its clock is behind, ms; null when the message does not show it. */
  clock: { gateway: GatewayRecord; behindMs: number } | null | undefined
}

type Position = { longitude: number; latitude: number }
type ReadMessage = Extract<Message, { ok: true }>

function validateMessage(
  message: ReadMessage,
  source: Source,
  registry: Registry,
  receivedAt: number,
  { clocks, jumps, localTimes = new LocalTimes() }: Known,
  { maxAgeMs, aheadMs = 0 }: TimeLimits,
): ValidatedMessage {
  const macs = message.gateway === null ? (message.receivers ?? []) : [message.gateway, ...(message.receivers ?? [])]
  const seen = macs.flatMap((mac) => {
    const found = findGateway(registry, source, mac)
    return 'claim' in found ? [found.claim] : []
  })
  const rejected = [...message.rejected]
  const { sentAt = Number.NaN, isLive = false } = message
  const sender = seen.find(({ mac }) => mac === message.gateway)
  const error =
    sender === undefined || Number.isNaN(sentAt)
      ? null
      : clocks.note(sender, { sentAt, receivedAt, isLive, aheadMs }, () => newestHeardBy(sender, registry))
  const behindMs = error?.isCertain ? error.behindMs : 0
  const times = { receivedAt, sentAt, behindMs, maxAgeMs }
  const inFarmZone = (reading: Reading, localAt: number): Reading => {
    const heardBy = reading.gateway === null ? null : findGateway(registry, source, reading.gateway)
    const gateway = heardBy && 'claim' in heardBy ? heardBy.claim : undefined
    const found = findDevice(registry, source, reading.neckband, gateway)
    const at = 'claim' in found ? localTimes.read(found.claim, localAt, receivedAt) : null
    if (at === null) return reading
    if (at !== localAt) noteTime(rejected, reading.index)
    return { ...reading, at }
  }
  const accepted: ValidatedMessage['accepted'] = []
  for (const decoded of message.readings) {
    const sent = decoded.localAt === undefined ? decoded : inFarmZone(decoded, decoded.localAt)
    // Most readings need no other time.
    const isPlain = behindMs === 0 && sent.at >= receivedAt - maxAgeMs
    const heard = isPlain ? null : heardTime(sent.at, times)
    const at = heard?.at ?? sent.at
    const mac = message.receivers === undefined ? sent.gateway : ownGateway(sent.gateway, source, registry)
    const reading = at === sent.at && mac === sent.gateway ? sent : { ...sent, at, gateway: mac }
    const found = findReading(reading, source, registry, { now: receivedAt, maxAgeMs, aheadMs })
    if ('reason' in found) {
      // The rejection of single fields no longer matters.
      for (let place = rejected.length - 1; place >= 0; place--) {
        const entry = rejected[place]
        if (entry?.index === reading.index && entry.kept) rejected.splice(place, 1)
      }
      rejected.push({ index: reading.index, field: found.field, reason: found.reason })
      continue
    }
    if (heard?.isReplaced) noteTime(rejected, reading.index)
    const impossible = impossibleIn(reading, found.device, jumps)
    const isCoarse = impossible === null && reading.accuracyM > coarseMetres
    if (impossible === null && !isCoarse) {
      accepted.push({ reading, device: found.device, gateway: found.gateway, impossible })
      continue
    }
    const field = isCoarse ? 'accuracyM' : 'longitude'
    rejected.push({ index: reading.index, field, reason: 'BAD_POSITION', kept: true })
    const nowhere = { longitude: Number.NaN, latitude: Number.NaN, accuracyM: Number.NaN }
    // What a device of another type seems to say is nothing.
    const unbelieved = reading.isGuess ? { moving: null } : {}
    const stored = { ...reading, ...nowhere, ...unbelieved }
    accepted.push({ reading: stored, device: found.device, gateway: found.gateway, impossible })
  }
  const [first] = accepted
  if (error && error.behindMs !== 0 && first) {
    const { index } = first.reading
    rejected.push({ index, field: 'sentAt', reason: 'GATEWAY_CLOCK', kept: true, behindMs: error.behindMs })
  }
  return { accepted, rejected, seen, clock: sender && error && { gateway: sender, behindMs: error.behindMs } }
}

/** Reports a replaced time once. */
/**
 * Returns the time of the newest stored reading of a gateway, as far as its neckbands show it, epoch ms. After a restart this shows how far the
 * messages that wait at the gateway had come; its last arrival would not.
 */
function newestHeardBy({ id, farmId, heardAt }: GatewayRecord, registry: Registry): number {
  const columns = registry.farms.get(farmId)?.columns
  let newestAt = Number.isNaN(heardAt) ? Number.NaN : Number.NEGATIVE_INFINITY
  for (let slot = 0; slot < (columns?.slots.length ?? 0); slot++) {
    const at = columns?.heardAt[slot] as number
    if (columns?.gatewayId[slot] === id && !(at <= newestAt) && !Number.isNaN(at)) newestAt = at
  }
  return newestAt
}

function noteTime(rejected: Rejection[], index: number): void {
  if (!rejected.some((entry) => entry.index === index && entry.field === 'at'))
    rejected.push({ index, field: 'at', reason: 'BAD_TIME', kept: true })
}

/** Returns the position of a reading if the animal cannot be there; null when it can, or without a position. */
function impossibleIn(reading: Reading, device: Device, jumps: Jumps): Position | null {
  const { longitude, latitude } = reading
  if (Number.isNaN(longitude) && Number.isNaN(latitude)) return null
  const isImpossible =
    isImpossiblePosition(longitude, latitude) || jumps.isJump(device, reading, reading.isGuess === true)
  return isImpossible ? { longitude, latitude } : null
}

function addMessage(
  validated: Validated,
  owner: number,
  message: ReadMessage,
  { accepted, rejected, seen, clock }: ValidatedMessage,
  { source, receivedAt, newest }: { source: Source; receivedAt: number; newest: Newest },
): void {
  const doubtful = accepted.map(({ reading, device, gateway }) =>
    newest.isDoubtful(device, gateway?.id ?? 0, reading.at),
  )
  validated.rejected.push(withNeckbands(rejected, message))
  for (const gateway of seen) validated.seenGateways.set(gateway, receivedAt)
  if (clock) validated.clocks.set(clock.gateway, clock.behindMs)
  const { batch } = validated
  for (const [place, { reading, device, gateway, impossible }] of accepted.entries()) {
    const gatewayId = gateway?.id ?? 0
    if (impossible) validated.impossible.set(reading, impossible)
    if (doubtful[place]) batch.doubtful.push(batch.readings.length)
    batch.readings.push(reading)
    batch.neckbandIds.push(device.neckbandId)
    batch.gatewayIds.push(gatewayId)
    batch.sourceIds.push(source.id)
    batch.receivedAts.push(receivedAt)
    validated.devices.push(device)
    validated.gateways.push(gateway)
    validated.owners.push(owner)
  }
}

/** Adds to each rejection the neckband that its entry names. */
function withNeckbands(rejected: Rejection[], { readings }: ReadMessage): Rejection[] {
  if (rejected.length === 0) return rejected
  const names = new Map(readings.map(({ index, neckband }) => [index, neckband]))
  return rejected.map((entry) => {
    const neckband = entry.neckband ?? names.get(entry.index)
    return neckband === undefined ? entry : { ...entry, neckband }
  })
}

/** The times for `checkTime`. */
interface Times {
  now: number
  maxAgeMs: number
  aheadMs: number
}

type FoundReading = { field: string; reason: RejectReason } | { device: Device; gateway: GatewayRecord | undefined }

function findReading(
  reading: Reading,
  source: Source,
  registry: Registry,
  { now, maxAgeMs, aheadMs }: Times,
): FoundReading {
  const heardBy = reading.gateway === null ? undefined : findGateway(registry, source, reading.gateway)
  const gateway = heardBy && 'claim' in heardBy ? heardBy.claim : undefined
  const refusal = heardBy && 'reason' in heardBy ? heardBy.reason : undefined
  if (refusal === 'UNKNOWN') return { field: 'gateway', reason: 'UNKNOWN_GATEWAY' }
  const found = findDevice(registry, source, reading.neckband, gateway)
  if ('reason' in found)
    return { field: 'neckband', reason: found.reason === 'UNKNOWN' ? 'UNKNOWN_DEVICE' : found.reason }
  if (refusal !== undefined) return { field: 'gateway', reason: refusal }
  const device = found.claim
  const time = checkTime(reading.at, now, maxAgeMs, aheadMs)
  if (time !== null) return { field: 'at', reason: time }
  return { device, gateway }
}

/** Returns a network's gateway if it is on one of the source's farms: networks have many other gateways. */
function ownGateway(mac: string | null, source: Source, registry: Registry): string | null {
  return mac !== null && 'claim' in findGateway(registry, source, mac) ? mac : null
}

/** Removes NUL characters, which PostgreSQL's text cannot contain. */
export function storable(text: string): string {
  return text.replaceAll('\0', '')
}
