import { maxReadingsPerMessage, type Rejection } from '#contract/herd/readings.ts'
import type { Message } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'
import { readAdvertisement } from './bleAdvertisements.ts'
import { hash32, isRecord, readLooseDeviceId, refuse } from './fields.ts'
import { parseLooseInstant } from './times.ts'
import { emptyReading, leaveOut, readLooseValue, type Report } from './values.ts'

/** The list in a Bluetooth gateway's message, before its entries are read. */
interface HeardList {
  /** Normalised. */
  gateway: string
  /** The gateway's own time, epoch ms; NaN: its newest entry's. */
  sentAt: number
  /** Whether the message has a time of the gateway that cannot be read. */
  isSentAtBad?: boolean
  /** Whether such gateways send at once or never. */
  isLive?: true
  /** Entries with their positions in the message. */
  entries: readonly (readonly [index: number, entry: unknown])[]
}

/** Names of an entry's fields in the firmwares of all makers; the first one present counts. */
const names = {
  neckband: ['mac', 'MAC', 'Mac', 'dmac', 'bleMAC', 'bleMac', 'addr'],
  at: ['timestamp', 'Timestamp', 'time', 'Time', 'ts', 'timeStamp'],
  rssi: ['rssi', 'RSSI', 'Rssi'],
  battery: ['battery', 'Battery', 'batteryLevel', 'batt'],
  temperature: ['temperature', 'Temperature', 'temp'],
  rawData: ['rawData', 'rawdata', 'RawData', 'raw_data', 'raw', 'adv_packet', 'adv_data', 'data1', 'data'],
} as const

export function fieldOf(entry: Readonly<Record<string, unknown>>, field: keyof typeof names): unknown {
  for (const name of names[field]) if (entry[name] !== undefined) return entry[name]
  return undefined
}

/** Returns whether a value, in any case, is the word. */
export const isWord = (value: unknown, word: string) => typeof value === 'string' && value.toLowerCase() === word

/**
 * Reads the entries of a Bluetooth gateway. Tolerant, because firmwares differ: numbers may be strings, times may lack milliseconds or a
 * zone. An entry without a time was heard at the gateway's. Field names in rejections are ours; `rawData` is the raw frame.
 * A value that is out of range or a word, and an unreadable raw frame, are left out and reported, because the animal was heard.
 */
export function readHeardList({ gateway, sentAt, isSentAtBad = false, isLive, entries }: HeardList): Message {
  if (entries.length > maxReadingsPerMessage) return refuse('TOO_MANY_READINGS', 'readings')
  const rejected: Rejection[] = []
  const readings = entries.flatMap(([index, entry]) => readEntry(entry, { index, rejected }, gateway, sentAt) ?? [])
  const [first] = readings
  if (isSentAtBad && first) leaveOut({ index: first.index, rejected }, 'sentAt', 'BAD_TIME')
  return {
    ok: true,
    gateway,
    sentAt: Number.isNaN(sentAt) ? newestOf(readings) : sentAt,
    ...(isLive === true && { isLive }),
    readings,
    rejected,
  }
}

function newestOf(readings: readonly Reading[]): number {
  return readings.reduce((newest, { at }) => (at <= newest || Number.isNaN(at) ? newest : at), Number.NaN)
}

function readEntry(entry: unknown, report: Report, gateway: string, gatewayAt: number): Reading | null {
  const { index, rejected } = report
  if (!isRecord(entry)) {
    rejected.push({ index, field: 'readings', reason: 'BAD_SHAPE' })
    return null
  }
  const neckband = readLooseDeviceId(fieldOf(entry, 'neckband'))
  if (neckband === null) {
    rejected.push({ index, field: 'neckband', reason: 'BAD_SHAPE' })
    return null
  }
  const sentTime = fieldOf(entry, 'at') ?? null
  const at = sentTime === null ? gatewayAt : parseLooseInstant(sentTime)
  const rssi = readLooseValue('rssi', fieldOf(entry, 'rssi'), report)
  // An iBeacon frame has no battery; the gateway writes 0 when no other frame reported one.
  const sentBattery = fieldOf(entry, 'battery')
  const hasBattery = !(isWord(entry['type'], 'ibeacon') && Number(sentBattery) === 0)
  const battery = readLooseValue('battery', hasBattery ? sentBattery : undefined, report)
  const temperatureC = readLooseValue('temperatureC', fieldOf(entry, 'temperature'), report)

  const rawData = fieldOf(entry, 'rawData')
  const hasRawData = rawData !== undefined && rawData !== null && rawData !== ''
  const advertisement = typeof rawData === 'string' && hasRawData ? readAdvertisement(rawData) : null
  if (hasRawData && (advertisement === null || advertisement.isFaulty)) leaveOut(report, 'rawData')
  return {
    ...emptyReading,
    index,
    gateway,
    neckband,
    at,
    gatewayAt,
    rssi,
    battery: Number.isNaN(battery) ? (advertisement?.battery ?? Number.NaN) : battery,
    temperatureC: Number.isNaN(temperatureC) ? (advertisement?.temperatureC ?? Number.NaN) : temperatureC,
    activity: advertisement?.activity ?? Number.NaN,
    moving: advertisement?.moving ?? null,
    tamper: advertisement?.tamper ?? null,
    discriminator: discriminatorOf(entry, rawData),
  }
}

/** Fields that distinguish entries without a raw frame: several frames of a beacon share a second. */
const contentFields = ['type', 'ibeaconUuid', 'ibeaconMajor', 'ibeaconMinor', 'temperature', 'humidity', 'battery']
const otherContentFields = ['nid', 'sid', 'uuid', 'majorID', 'minorID', 'temp', 'vbatt', 'url', 'type_code']

/** Returns a 32-bit hash of the raw frame or its substitute, so that a frame sent twice is one reading. */
function discriminatorOf(entry: Readonly<Record<string, unknown>>, rawData: unknown): number {
  if (typeof rawData === 'string' && rawData !== '') return hash32(rawData.toLowerCase())
  const texts = (fields: readonly string[]) =>
    fields.map((field) => (typeof entry[field] === 'object' ? '' : String(entry[field])))
  const others = otherContentFields.filter((field) => entry[field] !== undefined)
  return hash32([...texts(contentFields), ...texts(others)].join(' '))
}
