import { type AlertPolicy, defaultPolicy } from '#contract/duty/alertPolicies.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { audit, saved } from '../../records/audit.ts'
import { transact } from '../../records/write.ts'
import { organisationOf } from './ofOrganisation.ts'

async function findPolicy(sql: Queries, organisationId: number): Promise<AlertPolicy | null> {
  const [row] = await sql<AlertPolicy[]>`
    select version, escalate_minutes as "escalateMinutes", remind_minutes as "remindMinutes" from alert_policies where organisation_id = ${organisationId}`
  return row ?? null
}

export const alertPolicyHandlers: HandlersOf<'alertPolicies'> = {
  detail: async (_input, caller, { sql }) =>
    (await findPolicy(sql, organisationOf(caller))) ?? { ...defaultPolicy, version: 0 },

  edit: ({ version, escalateMinutes, remindMinutes }, caller, context) =>
    transact(context, async ({ sql, afterCommit }) => {
      const organisationId = organisationOf(caller)
      await sql`select from organisations where id = ${organisationId} for no key update`
      const before = await findPolicy(sql, organisationId)
      if (version !== undefined && version !== (before?.version ?? 0)) {
        throw new CallError('CONFLICT', {
          fields: { version: 'stale' },
          current: before ?? { ...defaultPolicy, version: 0 },
        })
      }
      const now = machineNow()
      await sql`
        insert into alert_policies (organisation_id, escalate_minutes, remind_minutes, updated_at)
        values (${organisationId}, ${JSON.stringify(escalateMinutes)}::text::jsonb, ${remindMinutes}, ${now})
        on conflict (organisation_id) do update set version = alert_policies.version + 1, escalate_minutes = excluded.escalate_minutes,
          remind_minutes = excluded.remind_minutes, updated_at = excluded.updated_at`
      const after = { escalateMinutes, remindMinutes, version: (before?.version ?? 0) + 1 }
      await audit(sql, caller, now, { ...saved(before, after), noun: 'alertPolicy', nounId: organisationId })
      afterCommit(() =>
        context.events.emit('recordsChanged', { noun: 'alertPolicies', organisationIds: [organisationId] }),
      )
      return after
    }),
}
