import { maxReadingsPerMessage, type RejectReason, type Rejection } from '#contract/herd/readings.ts'
import { bounds, faulty, isRecord, readDeviceId, readJson, readNumber, refuse, rejectGatewayTime } from './fields.ts'
import type { Decoder } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'
import { parseInstant } from './times.ts'

/**
 * Reads Drover's own format: `{"gateway", "sentAt"?, "readings": [{"neckband", "at", …}]}` with 1 to 1,000 readings.
 * Strict: a number sent as a string is rejected, so that a sender's mistake shows on its first day. Null counts as absent, and
 * unknown fields are ignored. Validated by hand, because this is the hot path.
 */
export const readJsonMessage: Decoder = (body, topicGateway) => {
  const message = readJson(body)
  if (message === undefined) return refuse('BAD_JSON', 'body')
  if (!isRecord(message)) return refuse('BAD_SHAPE', 'body')
  const gateway = readDeviceId(message.gateway)
  if (gateway === null || (topicGateway !== null && topicGateway !== gateway)) return refuse('BAD_SHAPE', 'gateway')
  const entries: unknown = message.readings
  if (!Array.isArray(entries) || entries.length === 0) return refuse('BAD_SHAPE', 'readings')
  if (entries.length > maxReadingsPerMessage) return refuse('TOO_MANY_READINGS', 'readings')

  const wasSentAt = message.sentAt !== undefined && message.sentAt !== null
  const gatewayAt = wasSentAt ? parseInstant(message.sentAt) : Number.NaN
  const readings: Reading[] = []
  const rejected: Rejection[] = []
  for (let index = 0; index < entries.length; index++) {
    const reading = readEntry(entries[index], index, gateway, gatewayAt, rejected)
    if (reading !== null) readings.push(reading)
  }
  if (wasSentAt && Number.isNaN(gatewayAt)) rejectGatewayTime(readings, rejected)
  return { ok: true, gateway, readings, rejected }
}

function readEntry(
  entry: unknown,
  index: number,
  gateway: string,
  gatewayAt: number,
  rejected: Rejection[],
): Reading | null {
  const reject = (field: string, reason: RejectReason): null => {
    rejected.push({ index, field, reason })
    return null
  }
  if (!isRecord(entry)) return reject('readings', 'BAD_SHAPE')
  const neckband = readDeviceId(entry.neckband)
  if (neckband === null) return reject('neckband', 'BAD_SHAPE')
  if (entry.at === undefined) return reject('at', 'BAD_SHAPE')
  const at = parseInstant(entry.at)
  if (Number.isNaN(at)) return reject('at', 'BAD_TIME')

  const accuracyM = readNumber(entry.accuracyM, bounds.accuracyM)
  if (accuracyM === faulty) return reject('accuracyM', 'OUT_OF_RANGE')
  const rssi = readNumber(entry.rssi, bounds.rssi)
  if (rssi === faulty) return reject('rssi', 'OUT_OF_RANGE')
  const battery = readNumber(entry.battery, bounds.battery)
  if (battery === faulty) return reject('battery', 'OUT_OF_RANGE')
  const temperatureC = readNumber(entry.temperatureC, bounds.temperatureC)
  if (temperatureC === faulty) return reject('temperatureC', 'OUT_OF_RANGE')
  const activity = readNumber(entry.activity, bounds.activity)
  if (activity === faulty) return reject('activity', 'OUT_OF_RANGE')
  const moving = entry.moving ?? null
  if (typeof moving !== 'boolean' && moving !== null) return reject('moving', 'OUT_OF_RANGE')
  const tamper = entry.tamper ?? null
  if (typeof tamper !== 'boolean' && tamper !== null) return reject('tamper', 'OUT_OF_RANGE')

  // Last, because a bad position does not reject the reading: the animal was heard.
  let longitude = Number.NaN
  let latitude = Number.NaN
  let hasPosition = false
  const east = entry.longitude ?? null
  const north = entry.latitude ?? null
  if (east !== null || north !== null) {
    if (typeof east !== 'number' || !Number.isFinite(east)) {
      rejected.push({ index, field: 'longitude', reason: 'BAD_POSITION', kept: true })
    } else if (typeof north !== 'number' || !Number.isFinite(north)) {
      rejected.push({ index, field: 'latitude', reason: 'BAD_POSITION', kept: true })
    } else {
      longitude = east
      latitude = north
      hasPosition = true
    }
  }
  return {
    index,
    gateway,
    neckband,
    at,
    gatewayAt,
    longitude,
    latitude,
    accuracyM: hasPosition ? accuracyM : Number.NaN,
    rssi,
    battery,
    temperatureC,
    activity,
    moving,
    tamper,
    discriminator: 0,
  }
}
