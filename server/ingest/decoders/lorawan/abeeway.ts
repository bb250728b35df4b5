import type { Codec, UplinkValues } from './codec.ts'

/** Type, status, battery and temperature: the start of every uplink that has a header. */
const headerBytes = 4
/** Energy, heartbeat, activity and configuration, shutdown, event, scans, extended position. */
const headedTypes: ReadonlySet<number> = new Set([0x03, 0x04, 0x05, 0x07, 0x09, 0x0a, 0x0b, 0x0e])
const framePendingType = 0x00
const positionType = 0x03
/** Kind and length of a GPS position: header, kind, age, latitude, longitude, accuracy. */
const gpsFix = 0
const gpsFixBytes = 13
const movingBit = 0x04
const ageStepSeconds = 8
/** Asset tracker 3 uses another protocol on this port. */
const otherProtocolPort = 19

/**
 * Abeeway asset trackers up to 2, big endian. Their battery value is a percentage from firmware 2 on; before, it is a voltage,
 * which does not show the remaining charge.
 */
export const abeeway: Codec = {
  name: /\babeeway\b|\basset[-_ ]tracker[-_ ]?2\b/i,
  euiPrefix: '20635F',
  port: 18,
  readBytes(bytes, port) {
    if (port === otherProtocolPort) return { isBroken: true }
    const type = bytes.readUInt8(0)
    if (type === framePendingType) return {}
    if (!headedTypes.has(type) || bytes.length < headerBytes) return { isBroken: true }
    const header: UplinkValues = {
      battery: percentOf(bytes.readUInt8(2)),
      temperatureC: Math.round(condensed(bytes.readUInt8(3), -44, 85) * 10) / 10,
      moving: (bytes.readUInt8(1) & movingBit) !== 0,
    }
    if (type !== positionType) return header
    if (bytes.length < headerBytes + 1) return { ...header, isBroken: true }
    // Other kinds give the reason for a missing fix, or list beacons and access points.
    if ((bytes.readUInt8(4) & 0x0f) !== gpsFix) return header
    if (bytes.length < gpsFixBytes) return { ...header, isBroken: true }
    return {
      ...header,
      fixAgeSeconds: bytes.readUInt8(5) * ageStepSeconds,
      latitude: degrees(bytes, 6),
      longitude: degrees(bytes, 9),
      accuracyM: Math.round(condensed(bytes.readUInt8(12), 0, 1000) * 100) / 100,
    }
  },
  readObject({
    batteryLevel,
    batteryStatus,
    temperatureMeasure,
    dynamicMotionState,
    gpsLatitude,
    gpsLongitude,
    horizontalAccuracy,
    age,
  }) {
    return {
      battery: batteryStatus === 'OPERATING' && typeof batteryLevel === 'number' ? percentOf(batteryLevel) : undefined,
      temperatureC: temperatureMeasure,
      moving: dynamicMotionState === 'MOVING' ? true : dynamicMotionState === 'STATIC' ? false : null,
      fixAgeSeconds: age,
      latitude: gpsLatitude,
      longitude: gpsLongitude,
      accuracyM: horizontalAccuracy,
    }
  },
}

/** Returns the battery level: 0 means charging, values above 100 a voltage or unknown. */
const percentOf = (level: number) => (level >= 1 && level <= 100 ? level : undefined)

/** Expands a byte to the range that it encodes. */
const condensed = (byte: number, low: number, high: number) => low + (byte * (high - low)) / 255

/** Reads the upper three bytes of ten-millionths of a degree. */
const degrees = (bytes: Buffer, offset: number) => (bytes.readIntBE(offset, 3) * 256) / 10_000_000
