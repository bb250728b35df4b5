import { toInstant } from '../../clock.ts'
import type { Queries, Sql } from '../connect.ts'

/** Stored behaviour of a neckband over hours and days. Instants: epoch ms, null when unknown. Hours: since the epoch, 0 when unset. */
export interface StoredBehaviour {
  neckbandId: number
  stillSince: number | null
  motionToldAt: number | null
  tamperSince: number | null
  badPositions: number
  anchorLongitude: number | null
  anchorLatitude: number | null
  companionId: number | null
  togetherHours: number
  signalGatewayId: number | null
  signalHour: number
  signalSinceHour: number
  signalLowest: number | null
  signalHighest: number | null
}

/** Saves the behaviour of neckbands, replacing earlier rows. Ignores neckbands that were deleted. */
export async function saveBehaviour(sql: Queries, kept: readonly StoredBehaviour[]): Promise<void> {
  const instant = (at: number | null) => (at === null ? null : toInstant(at))
  const rows = kept.map((one) => ({
    neckband_id: one.neckbandId,
    still_since: instant(one.stillSince),
    motion_told_at: instant(one.motionToldAt),
    tamper_since: instant(one.tamperSince),
    bad_positions: one.badPositions,
    anchor_longitude: one.anchorLongitude,
    anchor_latitude: one.anchorLatitude,
    companion_id: one.companionId,
    together_hours: one.togetherHours,
    signal_gateway_id: one.signalGatewayId,
    signal_hour: one.signalHour,
    signal_since_hour: one.signalSinceHour,
    signal_lowest: one.signalLowest,
    signal_highest: one.signalHighest,
  }))
  await sql`
    insert into neckband_behaviour
    select r.* from jsonb_populate_recordset(null::neckband_behaviour, ${JSON.stringify(rows)}::text::jsonb) r
    join neckbands n on n.id = r.neckband_id
    on conflict (neckband_id) do update set
      still_since = excluded.still_since, motion_told_at = excluded.motion_told_at, tamper_since = excluded.tamper_since,
      bad_positions = excluded.bad_positions, anchor_longitude = excluded.anchor_longitude, anchor_latitude = excluded.anchor_latitude,
      companion_id = excluded.companion_id, together_hours = excluded.together_hours, signal_gateway_id = excluded.signal_gateway_id,
      signal_hour = excluded.signal_hour, signal_since_hour = excluded.signal_since_hour,
      signal_lowest = excluded.signal_lowest, signal_highest = excluded.signal_highest`
}

/** Reads the stored behaviour of every neckband. */
export async function readBehaviour(sql: Sql): Promise<StoredBehaviour[]> {
  return sql<StoredBehaviour[]>`
    select neckband_id as "neckbandId", still_since as "stillSince", motion_told_at as "motionToldAt", tamper_since as "tamperSince",
      bad_positions as "badPositions", anchor_longitude as "anchorLongitude", anchor_latitude as "anchorLatitude",
      companion_id as "companionId", together_hours as "togetherHours", signal_gateway_id as "signalGatewayId",
      signal_hour as "signalHour", signal_since_hour as "signalSinceHour", signal_lowest as "signalLowest", signal_highest as "signalHighest"
    from neckband_behaviour`
}
