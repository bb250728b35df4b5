import { keyReminderDays } from '#contract/people/apiKeys.ts'
import { adminRoleOf } from '#contract/people/roles.ts'
import { toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../records/transaction.ts'
import { emitNotices, insertNotices, type NoticeChange } from '../office/notices.ts'

const dayMs = 86_400_000

/** Page on which an administrator manages keys. */
const keysPath = '/dashboard/org-admin/api-keys'

/** Notifies administrators once of API keys that expire soon. @param now machine time, epoch ms */
export async function remindOfKeys(context: Pick<Context, 'sql' | 'events' | 'log'>, now: number): Promise<void> {
  const { notices } = await inTransaction(context.sql, async (sql) => {
    const due = await sql<{ id: number; name: string; expiresAt: number; administrators: number[] }[]>`
      update api_keys k set reminded_at = ${now} from organisations o
      where o.id = k.organisation_id and o.status = 'ACTIVE' and k.revoked_at is null and k.reminded_at is null
        and k.expires_at > ${now}::timestamptz and k.expires_at <= ${now + keyReminderDays * dayMs}::timestamptz
      returning k.id, k.name, k.expires_at as "expiresAt", array(select u.id::int from users u where u.organisation_id = o.id and u.status = 'ACTIVE'
        and u.role = ${JSON.stringify(adminRoleOf)}::text::jsonb ->> o.kind) as administrators`
    const all: NoticeChange[] = []
    for (const { id, name, expiresAt, administrators } of due)
      all.push(
        ...(await insertNotices(sql, administrators, {
          type: 'notification',
          code: 'API_KEY_EXPIRES',
          params: { name, to: toInstant(expiresAt) },
          path: `${keysPath}?open=${id}`,
          at: now,
        })),
      )
    return { notices: all }
  })
  await emitNotices(context, notices)
}
