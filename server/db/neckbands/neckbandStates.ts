import { toInstant } from '../../clock.ts'
import type { Fragment, Queries, Sql } from '../connect.ts'
import { inPortions } from '../inPortions.ts'

/** Stored last state of a neckband. Instants are epoch ms; null when unknown. */
export interface StoredState {
  neckbandId: number
  savedAt: number
  heardAt: number | null
  fixedAt: number | null
  longitude: number | null
  latitude: number | null
  accuracyM: number | null
  penId: number | null
  gatewayId: number | null
  rssi: number | null
  battery: number | null
  temperatureC: number | null
  moving: boolean | null
  usualGapMs: number | null
  outsideSince: number | null
  insideSince: number | null
  outsideFarmSince: number | null
  insideFarmSince: number | null
}

/** Writes checkpoints over the previous ones. Pass a few hundred at a time, because the statement blocks the storing of readings. */
export async function saveStates(sql: Queries, states: readonly StoredState[]): Promise<void> {
  const rows = JSON.stringify(states.map(toRow))
  await sql`
    insert into neckband_states
    select * from jsonb_populate_recordset(null::neckband_states, ${rows}::text::jsonb)
    on conflict (neckband_id) do update set
      saved_at = excluded.saved_at, heard_at = excluded.heard_at, fixed_at = excluded.fixed_at,
      longitude = excluded.longitude, latitude = excluded.latitude, accuracy_m = excluded.accuracy_m,
      pen_id = excluded.pen_id, gateway_id = excluded.gateway_id, rssi = excluded.rssi, battery = excluded.battery,
      temperature_c = excluded.temperature_c, moving = excluded.moving, usual_gap_ms = excluded.usual_gap_ms,
      outside_since = excluded.outside_since, inside_since = excluded.inside_since,
      outside_farm_since = excluded.outside_farm_since, inside_farm_since = excluded.inside_farm_since`
}

function toRow(state: StoredState): Record<string, number | string | boolean | null> {
  return {
    neckband_id: state.neckbandId,
    saved_at: instant(state.savedAt),
    heard_at: instant(state.heardAt),
    fixed_at: instant(state.fixedAt),
    longitude: state.longitude,
    latitude: state.latitude,
    accuracy_m: state.accuracyM,
    pen_id: state.penId,
    gateway_id: state.gatewayId,
    rssi: state.rssi,
    battery: state.battery,
    temperature_c: state.temperatureC,
    moving: state.moving,
    usual_gap_ms: state.usualGapMs,
    outside_since: instant(state.outsideSince),
    inside_since: instant(state.insideSince),
    outside_farm_since: instant(state.outsideFarmSince),
    inside_farm_since: instant(state.insideFarmSince),
  }
}

const instant = (at: number | null) => (at === null ? null : toInstant(at))

/** Reads the checkpoints that match a condition on `s`. */
function selectStates(sql: Queries, condition: Fragment) {
  return sql<StoredState[]>`
    select s.neckband_id as "neckbandId", s.saved_at as "savedAt", s.heard_at as "heardAt", s.fixed_at as "fixedAt",
      s.longitude, s.latitude, s.accuracy_m as "accuracyM", s.pen_id as "penId", s.gateway_id as "gatewayId", s.rssi,
      s.battery, s.temperature_c as "temperatureC", s.moving, s.usual_gap_ms as "usualGapMs",
      s.outside_since as "outsideSince", s.inside_since as "insideSince",
      s.outside_farm_since as "outsideFarmSince", s.inside_farm_since as "insideFarmSince"
    from neckband_states s where ${condition}`
}

/** Reads every checkpoint. */
export async function readStates(sql: Sql): Promise<StoredState[]> {
  return selectStates(sql, sql`true`)
}

/** Reads the checkpoints of some neckbands, by neckband id. */
export async function statesOf(
  sql: Queries,
  neckbandIds: readonly number[],
): Promise<ReadonlyMap<number, StoredState>> {
  const states = await selectStates(sql, sql`s.neckband_id = any(${[...neckbandIds]}::bigint[])`)
  return new Map(states.map((state) => [state.neckbandId, state]))
}

/** A reading that may be newer than its neckband's checkpoint. */
export interface LaterReading {
  at: number
  neckbandId: number
  gatewayId: number
  longitude: number | null
  latitude: number | null
  accuracyM: number | null
  rssi: number | null
  battery: number | null
  temperatureC: number | null
  activity: number | null
  moving: boolean | null
  tamper: boolean | null
}

/** Maximum age of a reading at arrival, ms. Older readings do not show where an animal is now, and are skipped. */
const maxDelayMs = 2 * 86_400_000

/** Rows read in one portion of a cursor. */
const portion = 5000

/**
 * Reads readings received since an instant (epoch ms), ordered by device time, in portions.
 * Skips readings with a time after `latestAt`: a fast clock wrote them.
 */
export async function readLaterReadings(
  sql: Sql,
  receivedAt: number,
  latestAt: number,
  onRows: (readings: readonly LaterReading[]) => void,
): Promise<void> {
  await sql.begin('read only', async (transaction) => {
    const query = transaction`
      select at, neckband_id as "neckbandId", gateway_id as "gatewayId", longitude, latitude, accuracy_m as "accuracyM",
        rssi, battery, temperature_c as "temperatureC", activity, moving, tamper
      from readings where received_at >= ${receivedAt}::timestamptz and at >= ${receivedAt - maxDelayMs}::timestamptz
        and at <= ${latestAt}::timestamptz order by at`
    for await (const readings of inPortions<LaterReading>(transaction, query, portion)) onRows(readings)
  })
}
