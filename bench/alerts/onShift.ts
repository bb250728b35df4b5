import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { Sql } from '../../server/db/connect.ts'

export type Channels = Record<Severity, ('MAIL' | 'SMS')[]>

interface Person {
  name: string
  email: string
  /** In E.164. */
  telephone?: string
  channels: Channels
  /** Farms of the shift, day and night. */
  farmIds: readonly number[]
}

/** Adds a user on shift, with a roster of their own. */
export async function putOnShift(sql: Sql, { name, email, telephone, channels, farmIds }: Person): Promise<void> {
  const now = Date.now()
  await sql`
    with person as (
      insert into users (user_name, password_hash, role, organisation_id, display_name, email, telephone, created_at, updated_at)
      select ${name}, 'none', 'SUPERVISOR_PM', organisation_id, ${name}, ${email}, ${telephone ?? null}, ${now}::timestamptz, ${now}::timestamptz from users where user_name = 'bench' returning id, organisation_id
    ), settings as (
      insert into notification_settings (user_id, language, time_zone, channels, updated_at) select id, 'en-US', 'Asia/Shanghai', ${JSON.stringify(channels)}::text::jsonb, ${now}::timestamptz from person
    ), roster as (
      insert into rosters (organisation_id, name, time_zone, updated_at) select organisation_id, ${name}, 'Asia/Shanghai', ${now}::timestamptz from person returning id
    ), farms as (
      insert into roster_farms (roster_id, farm_id) select roster.id, farm from roster, unnest(${[...farmIds]}::bigint[]) as farm
    )
    insert into roster_shifts (roster_id, layer, user_id, days, from_minute, to_minute) select roster.id, 1, person.id, '{1,2,3,4,5,6,7}', 0, 0 from roster, person`
}
