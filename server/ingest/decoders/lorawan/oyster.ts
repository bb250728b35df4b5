import type { Codec, Said } from './codec.ts'

const tenMillionths = 10_000_000
/** Ports of a whole position (11 bytes), and of one that is cut to its upper three bytes (9). */
const wholePort = 1
const wholeBytes = 11
const shortPort = 4
const shortBytes = 9
/** Answers to downlinks, and statistics: nothing of the animal. */
const otherPorts: ReadonlySet<number> = new Set([2, 3])
const inTripBit = 0x01
const fixFailedBit = 0x02

/**
 * Digital Matter Oyster, little endian. It tells its battery's voltage, which says nothing of what is left: cells of
 * several kinds fit.
 */
export const oyster: Codec = {
  name: /\boyster\b/i,
  euiPrefix: '70B3D5705',
  readBytes(bytes, port) {
    if (port === wholePort && bytes.length === wholeBytes) {
      return tell(bytes.readUInt8(8), bytes.readInt32LE(0) / tenMillionths, bytes.readInt32LE(4) / tenMillionths)
    }
    if (port === shortPort && bytes.length === shortBytes) {
      return tell(bytes.readUInt8(8), (bytes.readIntLE(0, 3) * 256) / tenMillionths, (bytes.readIntLE(3, 3) * 256) / tenMillionths)
    }
    return otherPorts.has(port) ? {} : { isBroken: true }
  },
  readObject({ latitudeDeg, longitudeDeg, inTrip, fixFailed }) {
    const moving = typeof inTrip === 'boolean' ? inTrip : null
    return fixFailed === true ? { moving } : { moving, latitude: latitudeDeg, longitude: longitudeDeg }
  },
}

function tell(flags: number, latitude: number, longitude: number): Said {
  const moving = (flags & inTripBit) !== 0
  // After a fix that failed it sends the last position that it had, without saying when that was.
  return (flags & fixFailedBit) === 0 ? { moving, latitude, longitude } : { moving }
}
