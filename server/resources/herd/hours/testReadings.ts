import { toInstant } from '../../../clock.ts'
import type { World } from '../../../testing/testWorld.ts'

const dayMs = 86_400_000

/** A reading as a test stores it; left-out fields are null. */
export interface StoredReading {
  neckbandId: number
  /** Herd time, epoch ms. */
  at: number
  receivedAt?: number
  gatewayId?: number
  longitude?: number
  latitude?: number
  rssi?: number
  battery?: number
  temperatureC?: number
}

/** Creates the partitions of readings for the days between two instants. */
export async function makeDays({ sql }: World, from: number, to: number): Promise<void> {
  for (let day = Math.floor(from / dayMs) * dayMs; day <= to; day += dayMs)
    await sql`call make_readings_partition(${toInstant(day).slice(0, 10)}::date)`
}

/** Stores readings without the ingest. By default they are received at their own time. */
export async function storeReadings({ sql }: World, readings: readonly StoredReading[]): Promise<void> {
  const rows = readings.map(
    ({
      neckbandId,
      at,
      receivedAt = at,
      gatewayId = 0,
      longitude = null,
      latitude = null,
      rssi = null,
      battery = null,
      temperatureC = null,
    }) => ({
      at: toInstant(at),
      received_at: toInstant(receivedAt),
      neckband_id: neckbandId,
      gateway_id: gatewayId,
      source_id: 1,
      discriminator: 0,
      longitude,
      latitude,
      rssi,
      battery,
      temperature_c: temperatureC,
    }),
  )
  await sql`
    insert into readings (at, received_at, neckband_id, gateway_id, source_id, discriminator, longitude, latitude, rssi, battery, temperature_c)
    select at, received_at, neckband_id, gateway_id, source_id, discriminator, longitude, latitude, rssi, battery, temperature_c
    from jsonb_populate_recordset(null::readings, ${sql.json(rows)})`
}
