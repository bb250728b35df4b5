import type { Rejection } from '#contract/herd/readings.ts'
import { toInstant } from '../../clock.ts'
import type { Reading } from '../../db/readings/batch.ts'
import type { RejectedNote } from '../../db/readings/rejectedReadings.ts'
import { findDevice, findGateway } from '../../herd/claims.ts'
import type { Registry, Source } from '../../herd/registry.ts'
import type { PendingMessage } from '../queue.ts'
import { countedAs, storable, type Validated } from '../validation/validation.ts'

/** Interval between saves, ms. A killed server loses at most this much. */
export const rejectionIntervalMs = 1000
/** Maximum different rejections recorded per source between two saves, enough to find the cause. The counts include all. */
const maxNotes = 500
/** Maximum rejections examined per source between two saves, so that a flood stays cheap. */
const maxExamined = 5000
/** Maximum length of a device's name, and of a sampled reading or message. */
const maxName = 64
const maxSample = 2000
/** The last valid instant of a Date, epoch ms. */
const latestInstant = 8.64e15

interface OfSource {
  looked: number
  notes: Map<string, RejectedNote>
}

/** Rejections since the last save, grouped by kind, with the newest of each. */
export class Rejections {
  private readonly registry: () => Registry
  private readonly store: (notes: RejectedNote[]) => Promise<void>
  private sources = new Map<number, OfSource>()

  constructor(registry: () => Registry, store: (notes: RejectedNote[]) => Promise<void>) {
    this.registry = registry
    this.store = store
  }

  /** Records the parts of a message that were not stored as sent. */
  note(pending: PendingMessage, rejected: readonly Rejection[], impossible: Validated['impossible']): void {
    const { message, sourceId, receivedAt, userProperties } = pending
    const ofSource = this.sources.get(sourceId) ?? { looked: 0, notes: new Map() }
    this.sources.set(sourceId, ofSource)
    const registry = this.registry()
    const source = registry.sources.get(sourceId)
    const add = (alike: Alike, sampleOf: () => string) => {
      const key = `${alike.farmId} ${alike.reason} ${alike.field} ${alike.deviceId}`
      const note = ofSource.notes.get(key)
      if (note) Object.assign(note, { count: note.count + 1, lastAt: receivedAt })
      else if (ofSource.notes.size < maxNotes)
        ofSource.notes.set(key, {
          ...alike,
          sourceId,
          count: 1,
          firstAt: receivedAt,
          lastAt: receivedAt,
          sample: sampleOf(),
        })
    }
    if (!message.ok) {
      const farmId = farmOf(registry, source, pending.countedGateway, null)
      add(
        {
          farmId,
          reason: countedAs(message.reason),
          field: message.field,
          deviceId: '',
          gateway: pending.countedGateway || null,
        },
        () => textOf(pending.body, userProperties),
      )
      return
    }
    const readings = new Map(message.readings.map((reading) => [reading.index, reading]))
    for (const { index, reason, field, neckband, behindMs, sentIn } of rejected) {
      if (ofSource.looked++ > maxExamined) return
      const reading = readings.get(index)
      const mac = reading?.gateway ?? message.gateway
      const isFarmless = reason === 'NOT_ALLOWED' || reason === 'UNKNOWN_GATEWAY' || reason === 'SEVERAL_OWNERS'
      const farmId = isFarmless ? 0 : farmOf(registry, source, mac, reading?.neckband ?? neckband ?? null)
      const isOfGateway =
        reason === 'UNKNOWN_GATEWAY' ||
        reason === 'GATEWAY_CLOCK' ||
        (reason === 'SEVERAL_OWNERS' && field === 'gateway')
      const named = isOfGateway ? mac : (reading?.neckband ?? neckband)
      const deviceId = nameOf(named ?? '')
      const sampleOf = () => {
        if (!reading) return textOf(pending.body, userProperties)
        const clock = behindMs === undefined ? {} : { clockBehindMinutes: Math.round(behindMs / 60_000) }
        return sampleText({ ...reading, ...impossible.get(reading), ...clock, ...(sentIn && { sentIn }) })
      }
      add({ farmId, reason, field: nameOf(field), deviceId, gateway: mac === null ? null : nameOf(mac) }, sampleOf)
    }
  }

  /** Stores the rejections recorded since the last save. */
  async save(): Promise<void> {
    const notes = [...this.sources.values()].flatMap((one) => [...one.notes.values()])
    this.sources = new Map()
    if (notes.length > 0) await this.store(notes)
  }
}

type Alike = Pick<RejectedNote, 'farmId' | 'reason' | 'field' | 'deviceId' | 'gateway'>

/** Returns the farm, if the source may send for it; 0 when unknown. */
function farmOf(registry: Registry, source: Source | undefined, mac: string | null, neckband: string | null): number {
  if (source === undefined) return 0
  const gateway = mac === null ? null : findGateway(registry, source, mac)
  if (gateway && 'claim' in gateway) return gateway.claim.farmId
  const device = neckband === null ? null : findDevice(registry, source, neckband, undefined)
  return device && 'claim' in device ? device.claim.herd.id : 0
}

const nameOf = (text: string) => storable(text).slice(0, maxName).toWellFormed()

/** Returns the start of a message as text, without a secret in the query of a message without a body, and its user properties before it. */
function textOf(body: Uint8Array | null, userProperties?: string): string {
  const text = new TextDecoder().decode(body?.subarray(0, maxSample) ?? new Uint8Array())
  const shown = userProperties === undefined ? text : `${userProperties} ${text}`
  return storable(shown)
    .slice(0, maxSample)
    .toWellFormed()
    .replaceAll(/(\btoken(?:=|%3D|"\s*:\s*"))[^&"\s]*/gi, '$1…')
}

/** Returns a reading as text, without absent fields. */
function sampleText({
  index: _index,
  discriminator: _discriminator,
  isGuess: _isGuess,
  localAt: _localAt,
  ...reading
}: Reading): string {
  const sentFields = Object.entries(reading).filter(([, value]) => value !== null && !Number.isNaN(value))
  const instants = sentFields.map(([name, value]) => [
    name,
    (name === 'at' || name === 'gatewayAt') && typeof value === 'number' && Math.abs(value) <= latestInstant
      ? toInstant(value)
      : value,
  ])
  return storable(JSON.stringify(Object.fromEntries(instants)))
    .toWellFormed()
    .slice(0, maxSample)
}
