import { maxReadingsPerMessage, type Rejection } from '#contract/herd/readings.ts'
import { readAdvertisement } from './bleAdvertisements.ts'
import {
  type Bounds,
  bounds,
  faulty,
  hash32,
  isRecord,
  readDeviceId,
  readJson,
  readLooseNumber,
  refuse,
  rejectGatewayTime,
  wordy,
} from './fields.ts'
import type { Decoder } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'
import { parseLooseInstant } from './times.ts'

/**
 * Reads the array of Minew's Bluetooth gateways ("JSON-LONG"): the gateway first, then up to 1,000 entries that it heard.
 * Tolerant, because firmwares differ: numbers may be strings, times may lack milliseconds or a zone. An index in a rejection is
 * the entry's position in the array, where the gateway is 0; field names are ours, `rawData` is Minew's.
 * A number out of range rejects the entry. A word in place of a number (a battery of "LOW") or an unreadable raw frame
 * only drops that field, because the animal was heard. Both are reported.
 */
export const readMinewMessage: Decoder = (body, topicGateway) => {
  const entries = readJson(body)
  if (entries === undefined) return refuse('BAD_JSON', 'body')
  if (!Array.isArray(entries) || entries.length === 0) return refuse('BAD_SHAPE', 'body')

  const head: unknown = entries[0]
  const hasHead = isGateway(head)
  const gateway = hasHead ? readDeviceId(head.mac) : topicGateway
  if (gateway === null || (topicGateway !== null && topicGateway !== gateway)) return refuse('BAD_SHAPE', 'gateway')
  const start = hasHead ? 1 : 0
  if (entries.length - start > maxReadingsPerMessage) return refuse('TOO_MANY_READINGS', 'readings')

  const sentAt = hasHead ? head.timestamp : undefined
  const gatewayAt = sentAt === undefined ? Number.NaN : parseLooseInstant(sentAt)
  const readings: Reading[] = []
  const rejected: Rejection[] = []
  for (let index = start; index < entries.length; index++) {
    const entry: unknown = entries[index]
    if (isGateway(entry)) {
      // The gateway's own entry may repeat. With a second gateway it is unclear which one heard the other entries.
      if (readDeviceId(entry.mac) !== gateway) return refuse('BAD_SHAPE', 'gateway')
      continue
    }
    const reading = readEntry(entry, index, gateway, gatewayAt, rejected)
    if (reading !== null) readings.push(reading)
  }
  if (sentAt !== undefined && Number.isNaN(gatewayAt)) rejectGatewayTime(readings, rejected)
  return { ok: true, gateway, readings, rejected }
}

const isGateway = (entry: unknown): entry is Record<string, unknown> => isRecord(entry) && entry.type === 'Gateway'

function readEntry(
  entry: unknown,
  index: number,
  gateway: string,
  gatewayAt: number,
  rejected: Rejection[],
): Reading | null {
  if (!isRecord(entry)) {
    rejected.push({ index, field: 'readings', reason: 'BAD_SHAPE' })
    return null
  }
  const neckband = readDeviceId(entry.mac)
  if (neckband === null) {
    rejected.push({ index, field: 'neckband', reason: 'BAD_SHAPE' })
    return null
  }
  const at = parseLooseInstant(entry.timestamp)
  if (Number.isNaN(at)) {
    rejected.push({ index, field: 'at', reason: 'BAD_TIME' })
    return null
  }

  const unread: string[] = []
  const number = (field: string, value: unknown, limits: Bounds): number => {
    const read = readLooseNumber(value, limits)
    if (read !== wordy) return read
    unread.push(field)
    return Number.NaN
  }
  const rssi = number('rssi', entry.rssi, bounds.rssi)
  const battery = number('battery', entry.battery, bounds.battery)
  const temperatureC = number('temperatureC', entry.temperature, bounds.temperatureC)
  const bad =
    rssi === faulty ? 'rssi' : battery === faulty ? 'battery' : temperatureC === faulty ? 'temperatureC' : null
  if (bad !== null) {
    rejected.push({ index, field: bad, reason: 'OUT_OF_RANGE' })
    return null
  }

  const { rawData } = entry
  const hasRawData = rawData !== undefined && rawData !== null && rawData !== ''
  const advertisement = typeof rawData === 'string' && hasRawData ? readAdvertisement(rawData) : null
  if (hasRawData && (advertisement === null || advertisement.isFaulty)) unread.push('rawData')
  for (const field of unread) rejected.push({ index, field, reason: 'OUT_OF_RANGE', kept: true })

  // An iBeacon frame has no battery; the gateway writes 0 when no other frame reported one.
  const hasBattery = !Number.isNaN(battery) && !(entry.type === 'iBeacon' && battery === 0)
  return {
    index,
    gateway,
    neckband,
    at,
    gatewayAt,
    longitude: Number.NaN,
    latitude: Number.NaN,
    accuracyM: Number.NaN,
    rssi,
    battery: hasBattery ? battery : (advertisement?.battery ?? Number.NaN),
    temperatureC: Number.isNaN(temperatureC) ? (advertisement?.temperatureC ?? Number.NaN) : temperatureC,
    activity: advertisement?.activity ?? Number.NaN,
    moving: advertisement?.moving ?? null,
    tamper: advertisement?.tamper ?? null,
    discriminator: discriminatorOf(entry),
  }
}

/** Fields that distinguish entries without a raw frame: several frames of a beacon share a second. */
const contentFields = ['type', 'ibeaconUuid', 'ibeaconMajor', 'ibeaconMinor', 'temperature', 'humidity', 'battery']

/** Returns a 32-bit hash of the raw frame or its substitute, so that a frame sent twice is one reading. */
function discriminatorOf(entry: Record<string, unknown>): number {
  if (typeof entry.rawData === 'string' && entry.rawData !== '') return hash32(entry.rawData.toLowerCase())
  const values = contentFields.map((field) => entry[field])
  return hash32(values.map((value) => (typeof value === 'object' ? '' : String(value))).join(' '))
}
