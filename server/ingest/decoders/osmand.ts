import type { Rejection } from '#contract/herd/readings.ts'
import {
  anywhere,
  bounds,
  faulty,
  readDeviceId,
  readLooseNumber,
  readText,
  refuse,
  wordy,
  type Bounds,
} from './fields.ts'
import type { Decoder } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'
import { parseLooseInstant } from './times.ts'

/** Maximum length, bytes. A normal query has a few hundred; splitting a megabyte of `&` would block the server. */
const maxBytes = 16_384

/** Speed above which an animal counts as moving; a resting receiver drifts by up to about 0.5 knots. */
const movingKnots = 0.5

const fastestKnots: Bounds = { low: -1, high: 200 }

/**
 * Reads one reading in the format of OsmAnd, Traccar and many trackers:
 * `id=…&timestamp=…&lat=…&lon=…&batt=…&speed=…&accuracy=…`, as a query or a form.
 * `deviceid` may replace `id`, and `location=lat,lon` the position. Without a timestamp, the arrival counts as the time.
 * Field names in rejections are ours (the speed in knots becomes `moving`).
 * A number out of range rejects the reading; a word in place of a number is only dropped.
 */
export const readOsmandMessage: Decoder = (body, topicGateway, receivedAt) => {
  if (body.length > maxBytes) return refuse('BAD_SHAPE', 'body')
  // With or without a path before it.
  const query = new URLSearchParams(readText(body).replace(/^[^=&?]*\?/, ''))
  const neckband = readDeviceId(query.get('id') || query.get('deviceid'))
  if (neckband === null) return refuse('BAD_SHAPE', 'id')

  const rejected: Rejection[] = []
  const reading = readQuery(query, neckband, topicGateway, receivedAt, rejected)
  return { ok: true, gateway: topicGateway, readings: reading === null ? [] : [reading], rejected }
}

function readQuery(
  query: URLSearchParams,
  neckband: string,
  gateway: string | null,
  receivedAt: number,
  rejected: Rejection[],
): Reading | null {
  const timestamp = query.get('timestamp')
  const at = timestamp ? parseLooseInstant(timestamp) : Math.floor(receivedAt)
  if (Number.isNaN(at)) {
    rejected.push({ index: 0, field: 'at', reason: 'BAD_TIME' })
    return null
  }

  const unread: string[] = []
  const number = (field: string, name: string, limits: Bounds): number => {
    const read = readLooseNumber(query.get(name), limits)
    if (read !== wordy) return read
    unread.push(field)
    return Number.NaN
  }
  const battery = number('battery', 'batt', bounds.battery)
  const accuracyM = number('accuracyM', 'accuracy', bounds.accuracyM)
  const speedKnots = number('moving', 'speed', fastestKnots)
  const bad =
    battery === faulty ? 'battery' : accuracyM === faulty ? 'accuracyM' : speedKnots === faulty ? 'moving' : null
  if (bad !== null) {
    rejected.push({ index: 0, field: bad, reason: 'OUT_OF_RANGE' })
    return null
  }
  for (const field of unread) rejected.push({ index: 0, field, reason: 'OUT_OF_RANGE', kept: true })

  const [longitude, latitude] = readPosition(query, rejected)
  return {
    index: 0,
    gateway,
    neckband,
    at,
    gatewayAt: Number.NaN,
    longitude,
    latitude,
    accuracyM: Number.isNaN(longitude) ? Number.NaN : accuracyM,
    rssi: Number.NaN,
    battery,
    temperatureC: Number.NaN,
    activity: Number.NaN,
    // Phones send -1 when the speed is unknown.
    moving: speedKnots >= 0 ? speedKnots > movingKnots : null,
    tamper: null,
    discriminator: 0,
  }
}

function readPosition(query: URLSearchParams, rejected: Rejection[]): [longitude: number, latitude: number] {
  const location = query.get('location')
  const [north, east] = location ? location.split(',') : [query.get('lat') ?? '', query.get('lon') ?? '']
  const longitude = readLooseNumber(east, anywhere)
  const latitude = readLooseNumber(north, anywhere)
  if (Number.isFinite(longitude) && Number.isFinite(latitude)) return [longitude, latitude]
  // Trackers without a fix omit the position; a partial or unreadable one is a fault.
  if (location || !Number.isNaN(longitude) || !Number.isNaN(latitude)) {
    const field = Number.isFinite(longitude) ? 'latitude' : 'longitude'
    rejected.push({ index: 0, field, reason: 'BAD_POSITION', kept: true })
  }
  return [Number.NaN, Number.NaN]
}
