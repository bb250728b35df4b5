import { toInstant } from '../../clock.ts'
import type { Queries } from '../connect.ts'

/** So many of one source are kept, the newest. */
const keptOfSource = 1000

/** Readings or messages that were rejected for the same reason, of the same device. Instants epoch ms. */
export interface RejectedNote {
  sourceId: number
  /** 0: that can't be known. */
  farmId: number
  reason: string
  field: string
  /** Empty: it could not be read. */
  deviceId: string
  gateway: string | null
  count: number
  firstAt: number
  lastAt: number
  sample: string
}

/** Adds to what was rejected before, and keeps the newest of each source. */
export async function saveRejected(sql: Queries, notes: readonly RejectedNote[]): Promise<void> {
  const rows = notes.map((note) => ({ ...note, firstAt: toInstant(note.firstAt), lastAt: toInstant(note.lastAt) }))
  await sql`
    insert into rejected_readings (source_id, farm_id, reason, field, device_id, gateway, count, first_at, last_at, sample)
    select "sourceId", "farmId", reason, field, "deviceId", gateway, count, "firstAt", "lastAt", sample
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n ("sourceId" bigint, "farmId" bigint, reason text, field text,
      "deviceId" text, gateway text, count bigint, "firstAt" timestamptz, "lastAt" timestamptz, sample text)
    on conflict (source_id, farm_id, reason, field, device_id) do update set gateway = excluded.gateway,
      count = rejected_readings.count + excluded.count, last_at = greatest(rejected_readings.last_at, excluded.last_at), sample = excluded.sample`
  const sourceIds = [...new Set(notes.map(({ sourceId }) => sourceId))]
  await sql`
    delete from rejected_readings where id in (
      select id from (
        select id, row_number() over (partition by source_id order by last_at desc, id desc) as place
        from rejected_readings where source_id = any(${sourceIds}::bigint[])
      ) as kept where place > ${keptOfSource})`
}
