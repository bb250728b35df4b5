import { maxReadingsPerMessage, type Rejection } from '#contract/herd/readings.ts'
import { hash32, isRecord, plainText, readDeviceId, refuse } from '../fields.ts'
import type { Message } from '../../message.ts'
import type { Reading, Versions } from '../../../db/readings/batch.ts'
import { maxFixAgeMs, splitOldFix } from '../oldFix.ts'
import { parseLooseInstant } from '../times.ts'
import {
  emptyReading,
  isDeniedFix,
  leaveOut,
  noPosition,
  readLoosePosition,
  readLooseValue,
  type Report,
} from '../values.ts'
import type { UplinkValues } from './codec.ts'
import { entriesOf, findCodec, isNamed, type NetworkDevice, readPlainObject } from './codecs.ts'

/** A message about one neckband from any LoRaWAN network. */
export interface Uplink {
  /** Reception time by the network, epoch ms; NaN without one. */
  at: number
  /** Herd time of the message's arrival, epoch ms. */
  receivedAt: number
  device: NetworkDevice
  /** The payload in base64, absent when nothing was sent; and the network's names of this field and of the decoded values. */
  payload: { field: string; objectField: string; base64: unknown }
  /** Results of the network's own decoders; the first one with values counts. */
  objects: readonly unknown[]
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
/** Minimum age of a position with a time of its own, ms. */
const minAgeMs = 60_000

/**
 * Returns one reading of the neckband, which was heard even if its payload is broken, and one per older position.
 * Impossible values are removed and reported. Indexes count the uplink itself as 0, stored points from 1.
 */
export function readUplink(uplink: Uplink): Message {
  const { at, device, key } = uplink
  const rejected: Rejection[] = []
  const report: Report = { index: 0, rejected }
  const ids = new Set(uplink.receivers.slice(0, maxReceivers).flatMap(({ gateway }) => readDeviceId(gateway) ?? []))
  const { isGuess, ...said } = decodeUplink(uplink, report)
  const history = said.history ?? []
  if (history.length + 2 > maxReadingsPerMessage) return refuse('TOO_MANY_READINGS', 'history')

  const position = readFix(said, uplink.objects, report)
  const hasPosition = !Number.isNaN(position.longitude)
  const percent = readLooseValue('measuredBattery', said.measuredBattery, report)
  const discriminator = hash32(key)
  const reading: Reading = {
    ...emptyReading,
    index: 0,
    ...strongestOf(uplink.receivers, report),
    neckband: device.eui,
    at,
    ...position,
    accuracyM: hasPosition ? readLooseValue('accuracyM', said.accuracyM, report) : Number.NaN,
    battery: Number.isNaN(percent) ? readLooseValue('battery', said.battery, report) : percent,
    temperatureC: readLooseValue('temperatureC', said.temperatureC, report),
    moving: said.moving ?? null,
    tamper: said.tamper ?? null,
    discriminator,
    ...versionsIn(said),
    ...(isGuess && { isGuess }),
  }
  // A fresh message with an old position becomes two readings, each validated with its own time.
  const fixAt = hasPosition ? fixTimeOf(said, uplink, report) : Number.NaN
  const readings = splitOldFix(reading, fixAt, 1, report, 0).map((one) => ({
    ...one,
    gateway: one.index === 0 ? one.gateway : null,
    discriminator,
  }))
  const firstStored = readings.length
  const oldestAt = (Number.isNaN(at) ? uplink.receivedAt : at) - maxFixAgeMs
  for (const [place, point] of history.entries()) {
    const index = firstStored + place
    const pointAt = parseLooseInstant(point.at)
    const stood = readLoosePosition(point.longitude, point.latitude, { index, rejected: [] })
    // Without a believable time it would count as where the animal is now.
    if (!(pointAt > oldestAt)) rejected.push({ index, field: 'at', reason: 'BAD_TIME', neckband: device.eui })
    else if (Number.isNaN(stood.longitude))
      rejected.push({ index, field: 'longitude', reason: 'BAD_POSITION', neckband: device.eui })
    else
      readings.push({
        ...emptyReading,
        index,
        neckband: device.eui,
        at: pointAt,
        ...stood,
        ...(isGuess && { isGuess }),
        discriminator: hash32(`${stood.longitude} ${stood.latitude}`),
      })
  }
  return { ok: true, gateway: null, receivers: [...ids], readings, rejected }
}

/** Returns the time of the uplink's position, epoch ms; NaN when it is the uplink's own. */
function fixTimeOf({ fixAgeSeconds, fixAt }: UplinkValues, { at, receivedAt }: Uplink, report: Report): number {
  const sentAt = Number.isNaN(at) ? Math.floor(receivedAt) : at
  const age = readLooseValue('fixAgeSeconds', fixAgeSeconds, report)
  if (age > 0) return Math.max(0, Math.floor(sentAt - age * 1000))
  const stoodAt = fixAt === undefined ? Number.NaN : parseLooseInstant(fixAt)
  // A receiver's seconds since the start, or its clock's own error, say nothing about the age.
  return stoodAt < sentAt - minAgeMs ? stoodAt : Number.NaN
}

/** Reads the position unless the sender calls it none. */
function readFix({ longitude, latitude }: UplinkValues, objects: readonly unknown[], report: Report) {
  const flags = objects.flatMap((object) => (isRecord(object) ? entriesOf(object) : []))
  if ((longitude ?? latitude ?? null) === null || !isDeniedFix(flags))
    return readLoosePosition(longitude, latitude, report)
  leaveOut(report, 'longitude', 'BAD_POSITION')
  return noPosition
}

/** Versions in makers' notation; other texts are ignored. */
const version = /^[\w.+-][\w.+ -]{0,59}$/

function versionsIn({ firmware, hardware }: UplinkValues): { versions?: Versions } {
  const [runs, is] = [firmware, hardware].map((said) => (version.test(plainText(said)) ? plainText(said).trim() : null))
  return runs || is ? { versions: { firmware: runs ?? null, hardware: is ?? null } } : {}
}

/** Prefers the network's own decoding, then decodes the bytes. What is partly or completely unreadable is reported. */
function decodeUplink(uplink: Uplink, report: Report): UplinkValues & { isGuess: boolean } {
  const { said, device, payload, objects } = uplink
  if (said) return { ...said, isGuess: false }
  const codec = findCodec(device)
  const records = objects.filter(isRecord)
  for (const object of records) {
    const read = [codec?.readObject(object), readPlainObject(object)].find((one) => one !== undefined && hasValues(one))
    if (read) return { ...read, isGuess: false }
  }
  if (payload.base64 === undefined || payload.base64 === null || payload.base64 === '') {
    // Values under names that nobody knows; a known device may have nothing to say.
    if (codec === undefined && records.some((object) => Object.keys(object).length > 0))
      leaveOut(report, payload.objectField, 'BAD_SHAPE')
    return { isGuess: false }
  }
  const bytes = bytesOf(payload.base64)
  const read: UplinkValues =
    bytes === null || codec === undefined ? { isBroken: true } : codec.readBytes(bytes, device.port)
  if (read.isBroken) leaveOut(report, payload.field, 'BAD_SHAPE')
  return { ...read, isGuess: codec !== undefined && !isNamed(codec, device) }
}

function hasValues({ history = [], ...values }: UplinkValues): boolean {
  return history.length > 0 || Object.values(values).some((value) => value !== undefined && value !== null)
}

function bytesOf(text: unknown): Buffer | null {
  if (typeof text !== 'string' || text.length > maxBase64Length || !base64.test(text)) return null
  return Buffer.from(text, 'base64')
}

/** Returns the gateway with the strongest signal, and that strength. */
function strongestOf(receivers: Uplink['receivers'], report: Report): { gateway: string | null; rssi: number } {
  let best = { gateway: null as string | null, rssi: Number.NaN }
  for (const { gateway, rssi } of receivers.slice(0, maxReceivers)) {
    const id = readDeviceId(gateway)
    if (id === null) continue
    const strength = readLooseValue('rssi', rssi, report)
    if (best.gateway === null || strength > (Number.isNaN(best.rssi) ? -Infinity : best.rssi))
      best = { gateway: id, rssi: strength }
  }
  return best
}
