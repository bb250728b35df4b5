/**
 * One report of one neckband, as the rest of the server knows it. Numbers that were not sent are NaN; flags that were
 * not sent are null.
 */
export interface Reading {
  /** Its place in the message, for rejections. */
  index: number
  /** Folded device ids, as the sender named them. */
  gateway: string | null
  neckband: string
  /** The device's time, epoch ms. */
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
  /** Tells readings of one neckband, gateway and instant apart (a hash of the raw frame); 0 where they can't differ. */
  discriminator: number
  /** Versions that the neckband reports, in the few messages that carry them. */
  versions?: Versions
}

/** Firmware and hardware as the neckband reports them; null: not reported. */
export interface Versions {
  firmware: string | null
  hardware: string | null
}

/** Readings that are to be stored together, as columns beside the readings themselves. */
export interface ReadingBatch {
  readings: Reading[]
  neckbandIds: number[]
  gatewayIds: number[]
  sourceIds: number[]
  /** Herd time, epoch ms. */
  receivedAts: number[]
  /** Indexes of readings that may be stored already: they take the slower way that leaves duplicates out. */
  doubtful: number[]
}

/** A count for the summary: how many readings of a source and gateway came to what, in a minute (epoch ms). */
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
