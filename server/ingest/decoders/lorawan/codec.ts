/** The values of a neckband in one uplink, unvalidated: bounds are checked later. Missing values are absent. */
export interface UplinkValues {
  /** Percent; not believed when it looks like volts or a fraction. */
  battery?: unknown
  /** Percent in a format that defines the unit. */
  measuredBattery?: unknown
  temperatureC?: unknown
  /** WGS-84 degrees. */
  longitude?: unknown
  latitude?: unknown
  accuracyM?: unknown
  /** Age of the position when the uplink was sent, seconds. */
  fixAgeSeconds?: unknown
  /** Time of the position; absent: the uplink's. */
  fixAt?: unknown
  moving?: boolean | null
  /** Whether the device was taken off. */
  tamper?: boolean | null
  /** Firmware and hardware of the device. */
  firmware?: unknown
  hardware?: unknown
  /** Positions that the device stored while it had no connection. */
  history?: readonly StoredPoint[]
  /** The payload is broken; the values come from the part before that. */
  isBroken?: true
}

export interface StoredPoint {
  /** Epoch seconds. */
  at: unknown
  longitude: unknown
  latitude: unknown
}

/** A type of device on a LoRaWAN network. */
export interface Codec {
  /** Matches the name of its device profile, or its own name. */
  name: RegExp
  /** Prefix of its maker's DevEUIs, upper case. */
  euiPrefix: string
  /** A port used mostly by this maker. */
  port?: number
  /** Decodes the bytes of an uplink, never empty. Pure; never throws. */
  readBytes(bytes: Buffer, port: number): UplinkValues
  /** Reads the object that the network's own decoder produced. Pure; never throws. */
  readObject(object: Readonly<Record<string, unknown>>): UplinkValues
}
