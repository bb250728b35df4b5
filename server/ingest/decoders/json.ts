import { maxReadingsPerMessage, type RejectReason, type Rejection } from '#contract/herd/readings.ts'
import { isRecord, readDeviceId, readJson, refuse, rejectGatewayTime } from './fields.ts'
import type { Decoder, DecoderFormat } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'
import { parseInstant, parseInstantOfAnyUnit, unitOf } from './times.ts'
import {
  contentHash,
  isDeniedFix,
  leaveOut,
  noPosition,
  readFlag,
  readPosition,
  readValue,
  type Report,
} from './values.ts'

/**
 * Reads Drover's own format: `{"gateway", "sentAt"?, "readings": [{"neckband", "at", …}]}` with 1 to 1,000 readings.
 * Strict: a number sent as a string is left out and reported, so that a sender's mistake shows on its first day. Null counts as absent,
 * and unknown fields are ignored. Validated by hand, because this is the hot path.
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
  const gatewayAt = wasSentAt ? parseInstantOfAnyUnit(message.sentAt) : Number.NaN
  const readings: Reading[] = []
  const rejected: Rejection[] = []
  const report: Report = { index: 0, rejected }
  for (let index = 0; index < entries.length; index++) {
    report.index = index
    const reading = readEntry(entries[index], gateway, gatewayAt, report)
    if (reading !== null) readings.push(reading)
  }
  if (wasSentAt && Number.isNaN(gatewayAt)) rejectGatewayTime(readings, rejected)
  return { ok: true, gateway, sentAt: gatewayAt, readings, rejected }
}

function readEntry(entry: unknown, gateway: string, gatewayAt: number, report: Report): Reading | null {
  const { index, rejected } = report
  const reject = (field: string, reason: RejectReason): null => {
    rejected.push({ index, field, reason })
    return null
  }
  if (!isRecord(entry)) return reject('readings', 'BAD_SHAPE')
  const neckband = readDeviceId(entry.neckband)
  if (neckband === null) return reject('neckband', 'BAD_SHAPE')

  const at = readAt(entry.at, report)
  const accuracyM = readValue('accuracyM', entry.accuracyM, report)
  const rssi = readValue('rssi', entry.rssi, report)
  const battery = readValue('battery', entry.battery, report)
  const temperatureC = readValue('temperatureC', entry.temperatureC, report)
  const activity = readValue('activity', entry.activity, report)
  const moving = readFlag('moving', entry.moving, report)
  const tamper = readFlag('tamper', entry.tamper, report)
  const { longitude, latitude } = readEntryPosition(entry, report)
  const reading: Reading = {
    index,
    gateway,
    neckband,
    at,
    gatewayAt,
    longitude,
    latitude,
    accuracyM: Number.isNaN(longitude) ? Number.NaN : accuracyM,
    rssi,
    battery,
    temperatureC,
    activity,
    moving,
    tamper,
    discriminator: 0,
  }
  reading.discriminator = contentHash(reading)
  return reading
}

/** Reads the time of a reading. One in seconds or microseconds is reported, so that the mistake shows. @returns NaN without one */
function readAt(value: unknown, report: Report): number {
  const strict = parseInstant(value)
  const at = parseInstantOfAnyUnit(value)
  if (at !== strict && !Number.isNaN(at))
    report.rejected.push({ index: report.index, field: 'at', reason: 'BAD_TIME', kept: true, sentIn: unitOf(value) })
  return at
}

const ownNames: ReadonlySet<string> = new Set(
  'neckband at longitude latitude accuracyM rssi battery temperatureC activity moving tamper'.split(' '),
)

/** Returns whether an entry has fields that are not of this format: some senders deny their position there. */
function hasOtherNames(entry: Record<string, unknown>): boolean {
  for (const name in entry) if (!ownNames.has(name)) return true
  return false
}

function readEntryPosition(entry: Record<string, unknown>, report: Report) {
  const { longitude, latitude } = entry
  if ((longitude ?? latitude ?? null) === null) return noPosition
  if (hasOtherNames(entry) && isDeniedFix(Object.entries(entry))) {
    leaveOut(report, 'longitude', 'BAD_POSITION')
    return noPosition
  }
  return readPosition(longitude, latitude, report)
}

const optionalNumber = { type: ['number', 'null'] }
const instant = { description: 'ISO 8601 with zone, or epoch milliseconds.', type: ['string', 'number'] }

export const json: DecoderFormat = {
  read: readJsonMessage,
  methods: ['POST'],
  summary: 'Readings in Drover’s own format.',
  content: {
    'application/json': {
      type: 'object',
      required: ['gateway', 'readings'],
      properties: {
        gateway: { type: 'string' },
        sentAt: instant,
        readings: {
          type: 'array',
          minItems: 1,
          maxItems: maxReadingsPerMessage,
          items: {
            type: 'object',
            required: ['neckband', 'at'],
            properties: {
              neckband: { type: 'string' },
              at: instant,
              longitude: optionalNumber,
              latitude: optionalNumber,
              accuracyM: optionalNumber,
              rssi: optionalNumber,
              battery: optionalNumber,
              temperatureC: optionalNumber,
              activity: { ...optionalNumber, minimum: 0, maximum: 1 },
              moving: { type: ['boolean', 'null'] },
              tamper: { type: ['boolean', 'null'] },
            },
          },
        },
      },
    },
  },
  example: JSON.stringify({
    gateway: 'AC233F000001',
    sentAt: '2026-05-01T03:12:05.578Z',
    readings: [
      {
        neckband: 'AC233F0000A1',
        at: '2026-05-01T03:12:01Z',
        longitude: 116.08,
        latitude: 43.94,
        accuracyM: 4,
        rssi: -70,
      },
      {
        neckband: 'AC233F0000A2',
        at: 1_777_605_121_000,
        battery: 88,
        temperatureC: 38.5,
        activity: 0.31,
        moving: true,
      },
    ],
  }),
}
