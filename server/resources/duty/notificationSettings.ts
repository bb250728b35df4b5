import { type NotificationSettings, defaultChannels } from '#contract/duty/notificationSettings.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { audit, saved } from '../../records/audit.ts'
import { inTransaction } from '../../records/transaction.ts'
import { defaultZone } from './duty.ts'
import { requireZone } from './ofOrganisation.ts'

type Row = Omit<NotificationSettings, 'quietHours'> & { quietFrom: number | null; quietTo: number | null }

async function findSettings(sql: Queries, userId: number): Promise<NotificationSettings | null> {
  const [row] = await sql<Row[]>`
    select version, language, time_zone as "timeZone", channels, quiet_from as "quietFrom", quiet_to as "quietTo", quiet_severities as "quietSeverities"
    from notification_settings where user_id = ${userId}`
  if (row === undefined) return null
  const { quietFrom, quietTo, ...settings } = row
  return { ...settings, quietHours: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo } }
}

export const notificationSettingsHandlers: HandlersOf<'notificationSettings'> = {
  async detail(_input, { userId }, { sql }, { language }) {
    return (
      (await findSettings(sql, userId)) ?? {
        version: 0,
        language,
        timeZone: defaultZone,
        channels: defaultChannels,
        quietHours: null,
        quietSeverities: [],
      }
    )
  },

  edit: ({ version, ...input }, caller, context) =>
    inTransaction(context.sql, async (sql) => {
      requireZone(input.timeZone)
      const { userId } = caller
      // Locks the user, so that the second of two concurrent saves sees the first.
      await sql`select from users where id = ${userId} for no key update`
      const before = await findSettings(sql, userId)
      if (version !== undefined && version !== (before?.version ?? 0))
        throw new CallError('CONFLICT', { fields: { version: 'stale' }, current: before })
      const now = machineNow()
      const { language, timeZone, channels, quietHours, quietSeverities } = input
      await sql`
        insert into notification_settings (user_id, language, time_zone, channels, quiet_from, quiet_to, quiet_severities, updated_at)
        values (${userId}, ${language}, ${timeZone}, ${JSON.stringify(channels)}::text::jsonb, ${quietHours?.from ?? null}, ${quietHours?.to ?? null}, ${quietSeverities}::text[], ${now})
        on conflict (user_id) do update set version = notification_settings.version + 1, language = excluded.language, time_zone = excluded.time_zone,
          channels = excluded.channels, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, quiet_severities = excluded.quiet_severities, updated_at = excluded.updated_at`
      const after = { ...input, version: (before?.version ?? 0) + 1 }
      await audit(sql, caller, now, { ...saved(before, after), noun: 'notificationSettings', nounId: userId })
      return after
    }),
}
