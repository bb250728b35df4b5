import type { Rejection } from '#contract/herd/readings.ts'
import { readDeviceId, readText, refuse } from './fields.ts'
import type { Decoder, DecoderFormat } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'
import { inLocalTime } from './localTime.ts'
import { splitOldFix } from './oldFix.ts'
import { parseLooseInstant } from './times.ts'
import { isTraccarJson, readTraccarMessage } from './traccar.ts'
import {
  contentHash,
  emptyReading,
  isDeniedFix,
  leaveOut,
  movingKnots,
  noPosition,
  readLoosePosition,
  readLooseValue,
  type Report,
} from './values.ts'

/** Maximum length, bytes. A normal query has a few hundred; splitting a megabyte of `&` would block the server. */
const maxBytes = 16_384

/** Names of a parameter in the many senders of this format; the first one with a value counts. */
const names = {
  id: ['id', 'deviceid', 'device_id', 'imei', 'uniqueId'],
  at: ['timestamp', 'time'],
  fixAt: ['fixTime', 'fixtime', 'fix_time', 'gpsTime', 'gps_time'],
  longitude: ['lon', 'lng', 'longitude'],
  latitude: ['lat', 'latitude'],
  battery: ['batt', 'battery', 'batteryLevel', 'bat'],
  accuracyM: ['accuracy', 'acc'],
} as const

/**
 * Reads one reading in the format of OsmAnd, Traccar and many trackers:
 * `id=…&timestamp=…&lat=…&lon=…&batt=…&speed=…&accuracy=…`, as a query or a form; or the JSON of newer Traccar programs.
 * `location=lat,lon` may replace the position. Without a timestamp, the arrival counts as the time.
 * Field names in rejections are ours (the speed in knots becomes `moving`).
 */
export const readOsmandMessage: Decoder = (body, topicGateway, receivedAt) => {
  if (body.length > maxBytes) return refuse('BAD_SHAPE', 'body')
  const text = readText(body)
  if (isTraccarJson(text)) return readTraccarMessage(body, topicGateway, receivedAt)
  // With or without a path before it.
  const query = new URLSearchParams(text.replace(/^[^=&?]*\?/, ''))
  const neckband = readDeviceId(valueOf(query, 'id'))
  if (neckband === null) return refuse('BAD_SHAPE', 'id')

  const rejected: Rejection[] = []
  const readings = readQuery(query, neckband, topicGateway, receivedAt, { index: 0, rejected })
  return { ok: true, gateway: topicGateway, readings, rejected }
}

function valueOf(query: URLSearchParams, parameter: keyof typeof names): string | null {
  for (const name of names[parameter]) {
    const value = query.get(name)
    if (value) return value
  }
  return null
}

function readQuery(
  query: URLSearchParams,
  neckband: string,
  gateway: string | null,
  receivedAt: number,
  report: Report,
): Reading[] {
  const timestamp = valueOf(query, 'at')
  const fixTime = valueOf(query, 'fixAt')
  const battery = readLooseValue('battery', valueOf(query, 'battery'), report)
  const accuracyM = readLooseValue('accuracyM', valueOf(query, 'accuracyM'), report)
  const speedKnots = readLooseValue('speedKnots', query.get('speed'), report)
  const position = readQueryPosition(query, report)
  const reading: Reading = {
    ...emptyReading,
    index: 0,
    gateway,
    neckband,
    at: timestamp ? parseLooseInstant(timestamp) : Math.floor(receivedAt),
    ...position,
    accuracyM: Number.isNaN(position.longitude) ? Number.NaN : accuracyM,
    battery,
    moving: Number.isNaN(speedKnots) ? null : speedKnots > movingKnots,
    discriminator: 0,
  }
  const [heard, ...stood] = splitOldFix(
    { ...reading, discriminator: contentHash(reading) },
    fixTime === null ? Number.NaN : parseLooseInstant(fixTime),
    1,
    report,
  )
  return [
    ...(heard ? [inLocalTime(heard, timestamp, receivedAt, report)] : []),
    ...stood.map((one) => inLocalTime(one, fixTime, receivedAt, report)),
  ]
}

function readQueryPosition(query: URLSearchParams, report: Report) {
  const location = query.get('location')
  const [north, east] = location ? location.split(',') : [valueOf(query, 'latitude'), valueOf(query, 'longitude')]
  if (!location && !north && !east) return noPosition
  if (isDeniedFix(query)) {
    leaveOut(report, 'longitude', 'BAD_POSITION')
    return noPosition
  }
  const position = readLoosePosition(east, north, report)
  // Trackers without a fix omit the position; a single word is a fault.
  if (location && Number.isNaN(position.longitude) && report.rejected.every(({ reason }) => reason !== 'BAD_POSITION'))
    leaveOut(report, 'longitude', 'BAD_POSITION')
  return position
}

const parameters = [
  'lat',
  'lon',
  'timestamp',
  'batt',
  'speed',
  'bearing',
  'altitude',
  'hdop',
  'accuracy',
  'valid',
  'mock',
]

export const osmand: DecoderFormat = {
  read: readOsmandMessage,
  methods: ['GET', 'POST'],
  summary: 'One reading in OsmAnd’s style, as a query or a form, or the JSON of Traccar’s programs.',
  query: { id: true, ...Object.fromEntries(parameters.map((name) => [name, false])) },
  example: 'id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&batt=87&speed=0.0',
}
