import { isRecord, plainText } from '../fields.ts'
import type { Codec, UplinkValues, StoredPoint } from './codec.ts'

/** Data length by channel id and type, bytes. */
const lengths: ReadonlyMap<number, number> = new Map([
  [0x0175, 1],
  [0x0367, 2],
  [0x0488, 9],
  [0x0500, 1],
  [0x06d9, 9],
  [0x0700, 1],
  [0x089b, 6],
  [0x8367, 3],
  [0x8488, 9],
  // Sent on join: versions, serial number, class, reset.
  [0xff01, 1],
  [0xff09, 2],
  [0xff0a, 2],
  [0xff0b, 1],
  [0xff0f, 1],
  [0xff16, 8],
  [0xfffe, 1],
  [0xffff, 2],
])
const historyChannel = 0x20ce
/** Replies to downlinks begin with one of these; their data length by type, bytes. */
const replyChannels: ReadonlySet<number> = new Set([0xfe, 0xff])
const replyLengths: ReadonlyMap<number, number> = new Map([
  [0x10, 1],
  [0x13, 3],
  [0x17, 2],
  [0x28, 1],
  [0x2d, 3],
  [0x3b, 1],
  [0x3c, 1],
  [0x4a, 1],
  [0x58, 4],
  [0x66, 1],
  [0x71, 1],
  [0x7e, 4],
  [0x87, 1],
  [0x88, 8],
  [0x89, 4],
  [0x8a, 3],
  [0x8e, 3],
  [0x8f, 1],
])

/** Returns the data length of a channel; undefined when nobody knows it. */
function lengthOf(channel: number, historyLength: number): number | undefined {
  if (channel === historyChannel) return historyLength
  return lengths.get(channel) ?? (replyChannels.has(channel >> 8) ? replyLengths.get(channel & 0xff) : undefined)
}

/** Length of a stored point: time, longitude, latitude; newer firmware adds six angles. */
const historyLengths = { newer: 18, older: 12 } as const
/** Byte of the address of a Wi-Fi scan that timed out. */
const noAddress = 0xff
/** Coordinate value for a missing fix. */
const noFix = -1
const microdegrees = 1_000_000

/** Milesight AT101: channels of id, type and data, little endian (github.com/Milesight-IoT/SensorDecoders, at-series/at101). */
export const at101: Codec = {
  name: /\bat[-_ ]?101\b/i,
  euiPrefix: '24E124',
  port: 85,
  readBytes(bytes) {
    const said = readChannels(bytes, historyLengths.newer)
    if (!said.isBroken) return said
    const older = readChannels(bytes, historyLengths.older)
    return older.isBroken ? said : older
  },
  readObject({
    battery,
    temperature,
    longitude,
    latitude,
    motion_status,
    tamper_status,
    firmware_version,
    hardware_version,
    history,
  }) {
    return {
      battery,
      temperatureC: temperature,
      longitude,
      latitude,
      moving: motions.get(plainText(motion_status)) ?? null,
      tamper: tampers.get(plainText(tamper_status)) ?? null,
      firmware: firmware_version,
      hardware: hardware_version,
      history: Array.isArray(history)
        ? history
            .filter(isRecord)
            .map((point) => ({ at: point.timestamp, longitude: point.longitude, latitude: point.latitude }))
        : [],
    }
  },
}

/** Motion status by its low four bits or by name: 0 is unknown, 4 and 5 report tilt. */
const motions: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['2', true],
  ['3', false],
  ['start', true],
  ['moving', true],
  ['stop', false],
])

/** Tamper status: installed, or taken off. */
const tampers: ReadonlyMap<string, boolean> = new Map([
  ['0', false],
  ['1', true],
  ['install', false],
  ['installed', false],
  ['uninstall', true],
  ['uninstalled', true],
])

function readChannels(bytes: Buffer, historyLength: number): UplinkValues {
  const said: UplinkValues = {}
  const history: StoredPoint[] = []
  for (let index = 0; index < bytes.length;) {
    if (index + 2 > bytes.length) return { ...said, isBroken: true }
    const channel = bytes.readUInt16BE(index)
    const end = index + 2 + (lengthOf(channel, historyLength) ?? Infinity)
    // Stored points are dropped with it, because their length is uncertain.
    if (end > bytes.length) return { ...said, isBroken: true }
    const data = bytes.subarray(index + 2, end)
    if (channel === historyChannel)
      history.push({ at: data.readUInt32LE(0), longitude: degrees(data, 4), latitude: degrees(data, 8) })
    else readChannel(channel, data, said)
    index = end
  }
  return { ...said, history }
}

function readChannel(channel: number, data: Buffer, said: UplinkValues): void {
  switch (channel) {
    case 0x0175:
      said.battery = data.readUInt8(0)
      break
    case 0x0367:
    case 0x8367:
      said.temperatureC = data.readInt16LE(0) / 10
      break
    case 0x0488:
    case 0x8488:
      said.latitude = degrees(data, 0)
      said.longitude = degrees(data, 4)
      said.moving = motionIn(data)
      break
    case 0x06d9:
      // A scan that found no access point says nothing else either.
      if (!data.subarray(1, 7).every((byte) => byte === noAddress)) said.moving = motionIn(data)
      break
    case 0xff09:
      said.hardware = `v${data.readUInt8(0).toString(16)}.${data.readUInt8(1) >> 4}`
      break
    case 0xff0a:
      said.firmware = `v${data.readUInt8(0).toString(16)}.${data.readUInt8(1).toString(16)}`
      break
    case 0x0700:
      said.tamper = tampers.get(String(data.readUInt8(0))) ?? null
      break
  }
}

/** Returns the motion status in the last byte of a position or a Wi-Fi scan. */
const motionIn = (data: Buffer) => motions.get(String(data.readUInt8(data.length - 1) & 0x0f)) ?? null

function degrees(data: Buffer, offset: number): number | undefined {
  const raw = data.readInt32LE(offset)
  return raw === noFix ? undefined : raw / microdegrees
}
