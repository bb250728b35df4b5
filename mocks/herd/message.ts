/** A reading as a gateway sends it in our own JSON. `at` is an ISO 8601 instant or epoch ms. */
export interface SentReading {
  neckband: string
  at: number | string
  longitude?: number | string
  latitude?: number | string
  accuracyM?: number
  rssi?: number
  battery?: number
  temperatureC?: number
  activity?: number
  moving?: boolean
  tamper?: boolean
}

/** The message of one gateway, with 1 to 1,000 readings, for the topic `ingest/json/{gateway}`. */
export interface ReadingMessage {
  gateway: string
  sentAt: string
  readings: SentReading[]
}

/** Splits a gateway's readings into messages of limited size. */
export function toMessages(
  gateway: string,
  sentAtMs: number,
  readings: SentReading[],
  maxReadings = 1000,
): ReadingMessage[] {
  const sentAt = new Date(sentAtMs).toISOString()
  const messages: ReadingMessage[] = []
  for (let start = 0; start < readings.length; start += maxReadings) {
    messages.push({ gateway, sentAt, readings: readings.slice(start, start + maxReadings) })
  }
  return messages
}
