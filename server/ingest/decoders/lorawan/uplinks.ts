import { maxReadingsPerMessage, type Rejection } from '#contract/herd/readings.ts'
import {
  anywhere,
  type Bounds,
  bounds,
  faulty,
  hash32,
  isRecord,
  plainText,
  readDeviceId,
  readLooseNumber,
  refuse,
  wordy,
} from '../fields.ts'
import type { Message } from '../../message.ts'
import type { Reading, Versions } from '../../../db/readings/batch.ts'
import { parseLooseInstant } from '../times.ts'
import type { UplinkValues, StoredPoint } from './codec.ts'
import { findCodec, type NetworkDevice, readPlainObject } from './codecs.ts'

/** A message about one neckband from any LoRaWAN network. */
export interface Uplink {
  /** Reception time, epoch ms; NaN without one. */
  at: number
  device: NetworkDevice
  /** The payload in base64, and the network's name of the field; absent when nothing was sent. */
  payload: { field: string; base64: unknown }
  /** Result of the network's own decoder. */
  object: unknown
  /** Receiving gateways with signal strengths, unvalidated. */
  receivers: readonly { gateway: unknown; rssi: unknown }[]
  /** A key unique among the messages of this neckband. */
  key: string
  /** Values that the network itself provides. */
  said?: UplinkValues
}

/** Maximum length of a LoRaWAN payload: 242 bytes in base64. */
const maxBase64Length = 324
const base64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/
const maxReceivers = 100
const oldestFix: Bounds = { low: 0, high: 90 * 86_400 }

/**
 * Returns one reading of the neckband, which was heard even if its payload is broken, and one per older position.
 * Impossible values are removed and reported. Indexes count the uplink itself as 0, stored points from 1.
 */
export function readUplink(uplink: Uplink): Message {
  const { at, device, key } = uplink
  const rejected: Rejection[] = []
  const ids = new Set(uplink.receivers.slice(0, maxReceivers).flatMap(({ gateway }) => readDeviceId(gateway) ?? []))
  const message = { ok: true, gateway: null, receivers: [...ids], rejected } as const
  if (Number.isNaN(at)) {
    rejected.push({ index: 0, field: 'at', reason: 'BAD_TIME' })
    return { ...message, readings: [] }
  }
  const leaveOut = (field: string, reason: Rejection['reason'] = 'OUT_OF_RANGE', index = 0) =>
    void rejected.push({ index, field, reason, kept: true })
  const number = (field: string, value: unknown, limits: Bounds): number => {
    const read = readLooseNumber(value, limits)
    if (read !== faulty && read !== wordy) return read
    leaveOut(field)
    return Number.NaN
  }
  const said = uplink.said ?? decodeValues(uplink, () => leaveOut(uplink.payload.field, 'BAD_SHAPE'))
  const history = said.history ?? []
  if (history.length + 2 > maxReadingsPerMessage) return refuse('TOO_MANY_READINGS', 'history')

  const fix = positionOf(said, (field) => leaveOut(field, 'BAD_POSITION'))
  const accuracyM = fix === null ? Number.NaN : number('accuracyM', said.accuracyM, bounds.accuracyM)
  const ageMs = fix === null ? Number.NaN : number('fixAge', said.fixAgeSeconds, oldestFix) * 1000
  const discriminator = hash32(key)
  const readings: Reading[] = [
    {
      ...emptyReading,
      index: 0,
      ...strongestOf(uplink.receivers, number),
      neckband: device.eui,
      at,
      ...(fix !== null && !(ageMs > 0) && { ...fix, accuracyM }),
      battery: number('battery', said.battery, bounds.battery),
      temperatureC: number('temperatureC', said.temperatureC, bounds.temperatureC),
      moving: said.moving ?? null,
      tamper: said.tamper ?? null,
      discriminator,
      ...versionsIn(said),
    },
  ]
  // A fresh message with an old position becomes two readings, each validated with its own time.
  if (fix !== null && ageMs > 0) {
    readings.push({
      ...emptyReading,
      index: 1,
      neckband: device.eui,
      at: Math.max(0, Math.floor(at - ageMs)),
      ...fix,
      accuracyM,
      discriminator,
    })
  }
  const firstStored = readings.length
  for (const [place, point] of history.entries()) {
    const index = firstStored + place
    const pointAt = parseLooseInstant(point.at)
    const position = positionOf(point, () => {})
    if (Number.isNaN(pointAt)) rejected.push({ index, field: 'at', reason: 'BAD_TIME' })
    else if (position === null) rejected.push({ index, field: 'longitude', reason: 'BAD_POSITION' })
    else
      readings.push({
        ...emptyReading,
        index,
        neckband: device.eui,
        at: pointAt,
        ...position,
        discriminator: hash32(Object.values(position).join(' ')),
      })
  }
  return { ...message, readings }
}

/** Versions in makers' notation; other texts are ignored. */
const version = /^[\w.+-][\w.+ -]{0,59}$/

function versionsIn({ firmware, hardware }: UplinkValues): { versions?: Versions } {
  const [runs, is] = [firmware, hardware].map((said) => (version.test(plainText(said)) ? plainText(said).trim() : null))
  return runs || is ? { versions: { firmware: runs ?? null, hardware: is ?? null } } : {}
}

/** A reading without any value. */
const emptyReading = {
  gateway: null,
  gatewayAt: Number.NaN,
  longitude: Number.NaN,
  latitude: Number.NaN,
  accuracyM: Number.NaN,
  rssi: Number.NaN,
  battery: Number.NaN,
  temperatureC: Number.NaN,
  activity: Number.NaN,
  moving: null,
  tamper: null,
} satisfies Partial<Reading>

/** Prefers the network's own decoding, then decodes the bytes. @param onUnread called when the bytes are partly or completely unreadable */
function decodeValues({ device, payload, object }: Uplink, onUnread: () => void): UplinkValues {
  const codec = findCodec(device)
  if (isRecord(object)) {
    const said = [codec?.readObject(object), readPlainObject(object)].find((one) => one !== undefined && hasValues(one))
    if (said) return said
  }
  if (payload.base64 === undefined || payload.base64 === null || payload.base64 === '') return {}
  const bytes = bytesOf(payload.base64)
  const said: UplinkValues =
    bytes === null || codec === undefined ? { isBroken: true } : codec.readBytes(bytes, device.port)
  if (said.isBroken) onUnread()
  return said
}

function hasValues({ history = [], ...values }: UplinkValues): boolean {
  return history.length > 0 || Object.values(values).some((value) => value !== undefined && value !== null)
}

function bytesOf(text: unknown): Buffer | null {
  if (typeof text !== 'string' || text.length > maxBase64Length || !base64.test(text)) return null
  return Buffer.from(text, 'base64')
}

/** Returns a position; null without one. @param onHalf called with a coordinate that is missing or not a number */
function positionOf(
  { longitude: east, latitude: north }: UplinkValues | StoredPoint,
  onHalf: (field: string) => void,
): { longitude: number; latitude: number } | null {
  const longitude = readLooseNumber(east, anywhere)
  const latitude = readLooseNumber(north, anywhere)
  if (Number.isFinite(longitude) && Number.isFinite(latitude)) return { longitude, latitude }
  if (!Number.isNaN(longitude) || !Number.isNaN(latitude)) onHalf(Number.isFinite(longitude) ? 'latitude' : 'longitude')
  return null
}

/** Returns the gateway with the strongest signal, and that strength. */
function strongestOf(
  receivers: Uplink['receivers'],
  number: (field: string, value: unknown, limits: Bounds) => number,
): { gateway: string | null; rssi: number } {
  let best = { gateway: null as string | null, rssi: Number.NaN }
  for (const { gateway, rssi } of receivers.slice(0, maxReceivers)) {
    const id = readDeviceId(gateway)
    if (id === null) continue
    const strength = number('rssi', rssi, bounds.rssi)
    if (best.gateway === null || strength > (Number.isNaN(best.rssi) ? -Infinity : best.rssi))
      best = { gateway: id, rssi: strength }
  }
  return best
}
