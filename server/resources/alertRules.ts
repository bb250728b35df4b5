import { alertKinds, ruleKinds } from '#contract/alertKinds.ts'
import type { AlertRule, RuleScope } from '#contract/alertRules.ts'
import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import type { HandlersOf } from '../handler.ts'
import { audit, saved } from './audit.ts'
import { hasRunningProject } from './herd/projects.ts'
import { equals, listOf, page } from './page.ts'
import { first, inTransaction, requireFarm } from './records.ts'
import { visibleFarms } from './visibility.ts'

const columns = { id: 'r.id', kind: 'r.kind' }

async function select(sql: Queries, condition: Fragment, end: Fragment): Promise<AlertRule[]> {
  const rows = await sql<AlertRule[]>`
    select r.id, r.kind, r.scope, r.scope_id as "scopeId", r.severity, r.enabled, r.parameters
    from alert_rules r where r.kind = any(${ruleKinds}::text[]) and ${condition} ${end}`
  return rows.map((row) => ({ ...row, parameters: alertKinds[row.kind].parameters.parse(row.parameters) }))
}

function visible(sql: Queries, caller: Caller): Fragment {
  return sql`(r.scope = 'PLATFORM' or (r.scope = 'ORGANISATION' and r.scope_id = ${caller.organisationId})
    or (r.scope = 'FARM' and r.scope_id in (${visibleFarms(sql, caller)})))`
}

/** Every rule, its parameters filled up with the defaults. */
export async function allRules(sql: Queries): Promise<AlertRule[]> {
  return select(sql, sql`true`, sql`order by r.id`)
}

/** Who changes the rules of a scope. */
const changers = {
  PLATFORM: ['ADMIN_PLATFORM'],
  ORGANISATION: ['ADMIN_SUPERVISOR'],
  FARM: ['ADMIN_SUPERVISOR', 'SUPERVISOR_PM'],
} as const satisfies Record<RuleScope, readonly Caller['role'][]>

/** @throws CallError NOT_ALLOWED; APPROVAL_REQUIRED for a project manager, where a project runs on the farm */
async function requireChanger(sql: Queries, { role }: Caller, scope: RuleScope, scopeId: number | null): Promise<void> {
  if (!changers[scope].some((one) => one === role)) throw new CallError('NOT_ALLOWED')
  if (role === 'SUPERVISOR_PM' && scopeId !== null && (await hasRunningProject(sql, scopeId))) throw new CallError('APPROVAL_REQUIRED')
}

export const alertRuleHandlers: HandlersOf<'alertRules'> = {
  async list(input, caller, { sql }) {
    const ofFarm = input.farmId === undefined ? sql`true` : sql`(r.scope <> 'FARM' or r.scope_id = ${input.farmId})`
    const condition = sql`${visible(sql, caller)} and ${ofFarm} and ${equals(sql, 'r.kind', input.kind)}`
    const [rules, [count]] = await Promise.all([
      select(sql, condition, page(sql, input, columns)),
      sql<{ total: number }[]>`select count(*) as total from alert_rules r where r.kind = any(${ruleKinds}::text[]) and ${condition}`,
    ])
    return listOf(rules, count?.total ?? 0, input)
  },

  async addOrEdit({ kind, scope, farmId, severity = alertKinds[kind].severity, enabled, parameters }, caller, context) {
    const now = context.clock.now()
    const scopeId = { PLATFORM: null, ORGANISATION: caller.organisationId, FARM: farmId ?? null }[scope]
    const rule = await inTransaction(context.sql, async (sql) => {
      if (farmId !== undefined) await requireFarm(sql, caller, farmId)
      await requireChanger(sql, caller, scope, scopeId)
      const ofScope = (end = sql``) => select(sql, sql`r.kind = ${kind} and r.scope = ${scope} and r.scope_id is not distinct from ${scopeId}`, end)
      const [before = null] = await ofScope(sql`for update of r`)
      await sql`
        insert into alert_rules (kind, scope, scope_id, severity, enabled, parameters, updated_at)
        values (${kind}, ${scope}, ${scopeId}, ${severity}, ${enabled}, ${sql.json(parameters)}, ${now})
        on conflict (kind, scope, scope_id) do update set severity = excluded.severity, enabled = excluded.enabled,
          parameters = excluded.parameters, updated_at = excluded.updated_at`
      const after = first(await ofScope())
      await audit(sql, caller, now, { ...saved(before, after), noun: 'alertRule', nounId: after.id })
      return after
    })
    context.events.emit('rulesChanged', {})
    return rule
  },

  async remove({ id }, caller, context) {
    const now = context.clock.now()
    await context.sql.begin(async (sql) => {
      const before = first(await select(sql, sql`r.id = ${id} and ${visible(sql, caller)}`, sql`for update of r`))
      if (before.scope === 'PLATFORM') throw new CallError('NOT_ALLOWED')
      await requireChanger(sql, caller, before.scope, before.scopeId)
      await sql`delete from alert_rules where id = ${id}`
      await audit(sql, caller, now, { action: 'REMOVE', noun: 'alertRule', nounId: id, before, after: null })
    })
    context.events.emit('rulesChanged', {})
    return {}
  },
}
