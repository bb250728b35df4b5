import { toInstant } from '../../clock.ts'
import type { Queries } from '../connect.ts'

/** Maximum rows per source; the newest stay. */
const maxRowsPerSource = 1000

/** Readings or messages of a device that were rejected for the same reason. Instants are epoch ms. */
export interface RejectedNote {
  sourceId: number
  /** 0 when the farm is unknown. */
  farmId: number
  reason: string
  field: string
  /** Empty when the message was unreadable. */
  deviceId: string
  gateway: string | null
  count: number
  firstAt: number
  lastAt: number
  sample: string
}

/** Adds rejections to the stored counts, and deletes the oldest beyond each source's maximum. */
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
      ) as kept where place > ${maxRowsPerSource})`
}
