import type { Rejection } from '#contract/herd/readings.ts'
import type { Message } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'
import { isRecord, readJson, readLooseDeviceId, refuse } from './fields.ts'
import { inLocalTime } from './localTime.ts'
import { splitOldFix } from './oldFix.ts'
import { parseLooseInstant } from './times.ts'
import {
  contentHash,
  emptyReading,
  isDeniedFix,
  leaveOut,
  movingKnots,
  noPosition,
  readFlag,
  readLoosePosition,
  readLooseValue,
  type Report,
} from './values.ts'

type Fields = Readonly<Record<string, unknown>>

export const isTraccarJson = (text: string) => /^\s*[{[]/.test(text)

/**
 * Reads the JSON of Traccar's programs: of Traccar Client from version 9 on (`{"device_id", "location": {"coords", …}}`), and what a
 * Traccar server forwards (`forward.type=json`): a position, or an event, whose position is read.
 */
export function readTraccarMessage(body: Uint8Array, gateway: string | null, receivedAt: number): Message {
  const message = readJson(body)
  if (message === undefined) return refuse('BAD_JSON', 'body')
  if (!isRecord(message)) return refuse('BAD_SHAPE', 'body')
  if (message.location !== undefined) return readClient(message, gateway, receivedAt)
  if (isRecord(message.device)) return readForwarded(message, message.device, gateway, receivedAt)
  return refuse('BAD_SHAPE', 'id')
}

function readClient(message: Fields, gateway: string | null, receivedAt: number): Message {
  const neckband = readLooseDeviceId(message.device_id ?? message.id)
  if (neckband === null) return refuse('BAD_SHAPE', 'id')
  const locations: unknown[] = Array.isArray(message.location) ? message.location : [message.location]
  const rejected: Rejection[] = []
  const readings = locations.flatMap((location, index) => {
    if (!isRecord(location)) {
      rejected.push({ index, field: 'location', reason: 'BAD_SHAPE', neckband })
      return []
    }
    const report = { index, rejected }
    return [inLocalTime(readLocation(location, report, neckband, gateway), location.timestamp, receivedAt, report)]
  })
  return { ok: true, gateway, readings, rejected }
}

function readLocation(location: Fields, report: Report, neckband: string, gateway: string | null): Reading {
  const coords = isRecord(location.coords) ? location.coords : {}
  const { level } = isRecord(location.battery) ? location.battery : {}
  // A fraction: -1 is unknown.
  const percent = typeof level === 'number' ? Math.round(level * 10_000) / 100 : level
  const flags = [...Object.entries(location), ...Object.entries(coords)]
  const position = positionOf(coords, flags, report)
  return withHash({
    ...emptyReading,
    index: report.index,
    gateway,
    neckband,
    at: parseLooseInstant(location.timestamp),
    ...position,
    accuracyM: accuracyOf(position, coords.accuracy, report),
    battery: readLooseValue('measuredBattery', percent, report),
    moving: readFlag('moving', location.is_moving, report),
    discriminator: 0,
  })
}

function readForwarded(message: Fields, device: Fields, gateway: string | null, receivedAt: number): Message {
  const neckband = readLooseDeviceId(device.uniqueId)
  if (neckband === null) return refuse('BAD_SHAPE', 'id')
  const { position } = message
  // An event such as deviceOffline says nothing that the neckband sent.
  if (!isRecord(position)) return { ok: true, gateway, readings: [], rejected: [] }
  const rejected: Rejection[] = []
  const report: Report = { index: 0, rejected }
  const attributes = isRecord(position.attributes) ? position.attributes : {}
  const flags = [...Object.entries(position), ...Object.entries(attributes)]
  const place = positionOf(position, flags, report)
  const speed = readLooseValue('speedKnots', position.speed, report)
  const motion = readFlag('moving', attributes.motion, report)
  const fixAt = parseLooseInstant(position.fixTime)
  const sentTime = position.deviceTime ?? position.serverTime ?? position.fixTime
  const reading = withHash({
    ...emptyReading,
    index: 0,
    gateway,
    neckband,
    at: parseLooseInstant(sentTime),
    ...place,
    accuracyM: accuracyOf(place, position.accuracy || null, report),
    battery: readLooseValue('battery', attributes.batteryLevel, report),
    moving: motion ?? (Number.isNaN(speed) || Number.isNaN(place.longitude) ? null : speed > movingKnots),
    discriminator: 0,
  })
  const readings = splitOldFix(reading, fixAt, 1, report).map((one, place) =>
    inLocalTime(one, place === 0 ? sentTime : position.fixTime, receivedAt, report),
  )
  return { ok: true, gateway, readings, rejected }
}

function positionOf({ longitude, latitude }: Fields, flags: [string, unknown][], report: Report) {
  if ((longitude ?? latitude ?? null) === null) return noPosition
  // An outdated position of a Traccar server is its last known one, repeated.
  if (!isDeniedFix(flags) && !flags.some(([name, value]) => name === 'outdated' && value === true))
    return readLoosePosition(longitude, latitude, report)
  leaveOut(report, 'longitude', 'BAD_POSITION')
  return noPosition
}

const accuracyOf = (position: { longitude: number }, value: unknown, report: Report) =>
  Number.isNaN(position.longitude) ? Number.NaN : readLooseValue('accuracyM', value, report)

const withHash = (reading: Reading): Reading => ({ ...reading, discriminator: contentHash(reading) })
