import { process as decode } from 'advlib-ble'
import { processManufacturerSpecificData } from 'advlib-ble-manufacturers'
import { processServiceData } from 'advlib-ble-services'
import { isPossible } from './values.ts'

/** The content of an advertisement about a neckband. Missing numbers are NaN, missing flags null. */
export interface Advertisement {
  /** Percent. */
  battery: number
  temperatureC: number
  /** Difference of the acceleration from 1 g (rest), at most 1. */
  activity: number
  moving: boolean | null
  tamper: boolean | null
  /** Whether it contained an impossible value, which was removed. */
  isFaulty: boolean
}

/** Maximum length of an extended advertisement, bytes. */
const maxBytes = 1650
/** Length of header and advertiser address, before the AD structures of a whole packet. */
const addressEnd = 8
/** ADV_IND, ADV_NONCONN_IND, SCAN_RSP, ADV_SCAN_IND: packets with AD structures after one address. */
const dataPackets = [0, 2, 4, 6]

/**
 * Difference from 1 g above which an animal counts as moving. One sample per frame cannot distinguish walking from grazing;
 * lying animals stay within a few hundredths, and the sensor's own error is about 0.05 g.
 */
const movingG = 0.15

/** Minew frames whose contact sensor is the strap: A1 20 service data, CA 03 manufacturer data. */
const strapFrames = /e1ffa120|3906ca03/

/** Eddystone's -128 °C means that there is no thermometer. */
const noThermometer = -128

/** Returns where the chain of AD structures from `start` ends (zeros may follow); -1 when it is not a valid chain. */
function chainEnd(data: Buffer, start: number): number {
  let index = start
  while (index < data.length) {
    const length = data[index] ?? 0
    if (length === 0) break
    index += length + 1
  }
  if (index === start || index > data.length) return -1
  for (let padding = index; padding < data.length; padding++) if (data[padding] !== 0) return -1
  return index
}

/** Returns the AD structures in a raw frame: gateways send either these only, or the whole packet. */
function structuresOf(data: Buffer): Buffer | null {
  const packetEnd = dataPackets.includes((data[0] ?? 1) & 0x0f) ? chainEnd(data, addressEnd) : -1
  // By the standard the length includes the address, but some gateways write the length of the structures.
  const isPacket = packetEnd > 0 && (data[1] === data.length - 2 || data[1] === data.length - addressEnd)
  if (isPacket) return data.subarray(addressEnd, packetEnd)
  const end = chainEnd(data, 0)
  if (end > 0) return data.subarray(0, end)
  return packetEnd > 0 ? data.subarray(addressEnd, packetEnd) : null
}

function decodeStructures(structures: Buffer): Record<string, unknown> | null {
  try {
    return decode(structures, libraries, { isPayloadOnly: true })
  } catch {
    // The library trusts lengths inside frames, which unknown devices may get wrong.
    return null
  }
}

/** Decoders of the data inside the structures. They must be plain objects, because advlib calls `hasOwnProperty` on them. */
const libraries = [{ processServiceData }, { processManufacturerSpecificData }]

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)

function activityOf(acceleration: unknown): number {
  if (!Array.isArray(acceleration)) return Number.NaN
  const [x, y, z]: unknown[] = acceleration
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return Number.NaN
  return Math.min(1, Math.abs(Math.hypot(x, y, z) - 1))
}

/**
 * Reads a Bluetooth advertisement: Minew's sensor frames, Eddystone, GATT service data and other types that advlib supports.
 * An unknown type of frame yields no values and is not a fault.
 * @param hex the frame as gateways forward it: AD structures, or a whole packet
 * @returns null when it is not an advertisement
 */
export function readAdvertisement(hex: string): Advertisement | null {
  if (hex.length === 0 || hex.length % 2 !== 0 || hex.length > 2 * maxBytes || !/^[0-9a-f]+$/i.test(hex)) return null
  const structures = structuresOf(Buffer.from(hex, 'hex'))
  if (structures === null) return null
  const said = decodeStructures(structures) ?? {}

  const hasThermometer = said.temperature !== noThermometer
  const battery = numberIn(said.batteryPercentage)
  const temperatureC = hasThermometer ? numberIn(said.temperature) : Number.NaN
  const isBatteryFaulty = !Number.isNaN(battery) && !isPossible('measuredBattery', battery)
  const isTemperatureFaulty = !Number.isNaN(temperatureC) && !isPossible('temperatureC', temperatureC)
  const activity = activityOf(said.acceleration)
  const motion = first(said.isMotionDetected)
  const contact = first(said.isContactDetected)
  return {
    battery: isBatteryFaulty ? Number.NaN : battery,
    temperatureC: isTemperatureFaulty ? Number.NaN : temperatureC,
    activity,
    moving: typeof motion === 'boolean' ? motion : Number.isNaN(activity) ? null : activity > movingG,
    tamper: typeof contact === 'boolean' && strapFrames.test(hex.toLowerCase()) ? !contact : null,
    isFaulty: isBatteryFaulty || isTemperatureFaulty,
  }
}
