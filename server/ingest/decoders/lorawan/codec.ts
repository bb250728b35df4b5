/**
 * The values of a neckband in one uplink. They are as the payload has them, and are checked against their
 * bounds after it; a value that the payload does not have is absent.
 */
export interface Said {
  /** Percent. */
  battery?: unknown
  temperatureC?: unknown
  /** WGS-84 degrees. */
  longitude?: unknown
  latitude?: unknown
  accuracyM?: unknown
  /** How old the position was when the uplink was sent, seconds. */
  fixAgeSeconds?: unknown
  moving?: boolean | null
  /** Whether the device was taken off. */
  tamper?: boolean | null
  /** Firmware and hardware of the device. */
  firmware?: unknown
  hardware?: unknown
  /** Positions that the device stored while it was not heard. */
  history?: readonly StoredPoint[]
  /** The payload can't be read to its end; what is said stands before that. */
  isBroken?: true
}

export interface StoredPoint {
  /** Epoch seconds. */
  at: unknown
  longitude: unknown
  latitude: unknown
}

/** A kind of device on a LoRaWAN network. */
export interface Codec {
  /** Found in the name of its device profile, or in its own name. */
  name: RegExp
  /** The first digits of its maker's DevEUIs, upper case. */
  euiPrefix: string
  /** A port that its maker uses and hardly anybody else. */
  port?: number
  /** Bytes of an uplink, never empty → what it says. Pure; never throws. */
  readBytes(bytes: Buffer, port: number): Said
  /** Reads the object that the network's own decoder made of the bytes. Pure; never throws. */
  readObject(object: Readonly<Record<string, unknown>>): Said
}
