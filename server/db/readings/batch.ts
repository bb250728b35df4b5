/** One report of one neckband, in the server's common form. Numbers that were not sent are NaN; flags that were not sent are null. */
export interface Reading {
  /** Position in the message, for rejections. */
  index: number
  /** Normalised device ids, from the names that the sender used. */
  gateway: string | null
  neckband: string
  /** The device's time, epoch ms; NaN until validation, when the message gives none that can be read. */
  at: number
  /** The gateway's time, epoch ms. */
  gatewayAt: number
  /** WGS-84 degrees; both or neither. */
  longitude: number
  latitude: number
  accuracyM: number
  /** dBm. */
  rssi: number
  /** Percent. */
  battery: number
  temperatureC: number
  /** The device's own measure, 0 to 1. */
  activity: number
  moving: boolean | null
  tamper: boolean | null
  /** Distinguishes readings of one neckband, gateway and instant: a hash of the raw frame, of the uplink's key or of the values. */
  discriminator: number
  /** A time that was sent without a zone, as if it were UTC, epoch ms. Validation reads it in the farm's zone; until then `at` is a guess. */
  localAt?: number
  /** Whether the type of device is a guess, so that its values may be nonsense. */
  isGuess?: boolean
  /** Versions that the neckband reports; only few messages contain them. */
  versions?: Versions
}

/** Firmware and hardware as the neckband reports them; null: not reported. */
export interface Versions {
  firmware: string | null
  hardware: string | null
}

/** Readings to store together. The other lists have one value per reading. */
export interface ReadingBatch {
  readings: Reading[]
  neckbandIds: number[]
  gatewayIds: number[]
  sourceIds: number[]
  /** Herd time, epoch ms. */
  receivedAts: number[]
  /** Indexes of readings that may already be stored; they take a slower way that drops duplicates. */
  doubtful: number[]
}

/** Number of readings of a source and gateway with the same result, in one minute (epoch ms). */
export interface IngestCount {
  minuteAt: number
  sourceId: number
  gateway: string
  result: string
  count: number
}

/** A message that could not be read. */
export interface Unreadable {
  at: number
  sourceId: number
  topic: string
  reason: string
  field: string
  body: Uint8Array
}
