import type { Codec, UplinkValues } from './codec.ts'

const tenMillionths = 10_000_000
/** Ports of a full position (11 bytes), and of one cut to its upper three bytes (9 bytes). */
const wholePort = 1
const wholeBytes = 11
const shortPort = 4
const shortBytes = 9
/** Ports of answers to downlinks and of statistics, without data about the animal. */
const otherPorts: ReadonlySet<number> = new Set([2, 3])
const inTripBit = 0x01
const fixFailedBit = 0x02
/** Minimum battery of a sending device: 2 V in steps of 25 mV. Bytes of other makers on this port often say less. */
const minBattery = 80

/**
 * Digital Matter Oyster, little endian. It reports the battery's voltage, which does not show the remaining charge, because several
 * types of cells fit.
 */
export const oyster: Codec = {
  name: /\boyster[ -]?\d?\b/i,
  euiPrefix: '70B3D5705',
  readBytes(bytes, port) {
    if (port === wholePort && bytes.length === wholeBytes) {
      if (bytes.readUInt8(10) < minBattery) return { isBroken: true }
      return toValues(bytes.readUInt8(8), bytes.readInt32LE(0) / tenMillionths, bytes.readInt32LE(4) / tenMillionths)
    }
    if (port === shortPort && bytes.length === shortBytes) {
      if (bytes.readUInt8(7) < minBattery) return { isBroken: true }
      return toValues(
        bytes.readUInt8(8),
        (bytes.readIntLE(0, 3) * 256) / tenMillionths,
        (bytes.readIntLE(3, 3) * 256) / tenMillionths,
      )
    }
    return otherPorts.has(port) ? {} : { isBroken: true }
  },
  readObject({ latitudeDeg, longitudeDeg, inTrip, fixFailed }) {
    const moving = typeof inTrip === 'boolean' ? inTrip : null
    return fixFailed === true ? { moving } : { moving, latitude: latitudeDeg, longitude: longitudeDeg }
  },
}

function toValues(flags: number, latitude: number, longitude: number): UplinkValues {
  // No position at all: the bytes are another maker's, so that their flags mean nothing either.
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return { isBroken: true }
  const moving = (flags & inTripBit) !== 0
  // After a failed fix the device sends its last position without a time.
  return (flags & fixFailedBit) === 0 ? { moving, latitude, longitude } : { moving }
}
