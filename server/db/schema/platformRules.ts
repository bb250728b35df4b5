import { alertKinds, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { Queries } from '../connect.ts'

/** Adds the missing platform rules, one per alert kind. They apply where no narrower rule exists. */
export async function addPlatformRules(sql: Queries): Promise<void> {
  const rules = ruleKinds.map((kind) => ({ kind, scope: 'PLATFORM', severity: alertKinds[kind].severity }))
  await sql`
    insert into alert_rules (kind, scope, severity, updated_at)
    select kind, scope, severity, now() from jsonb_to_recordset(${sql.json(rules)}) as r(kind text, scope text, severity text)
    on conflict do nothing`
}
