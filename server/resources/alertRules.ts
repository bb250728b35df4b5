import { type AlertRule, defaultSeverity, ruleParameters } from '#contract/alertRules.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import { CallError } from '../callError.ts'
import type { HandlersOf } from '../handler.ts'
import type { Caller } from '../auth/sessions.ts'
import { audit, saved } from './audit.ts'
import { equals, listOf, page } from './page.ts'
import { first, inTransaction, requireFarm } from './records.ts'
import { visibleFarms } from './visibility.ts'

const columns = { id: 'r.id', kind: 'r.kind' }

async function select(sql: Queries, condition: Fragment, end: Fragment): Promise<AlertRule[]> {
  const rows = await sql<AlertRule[]>`
    select r.id, r.kind, r.scope, r.scope_id as "scopeId", r.severity, r.enabled, r.parameters
    from alert_rules r where ${condition} ${end}`
  return rows.map((row) => ({ ...row, parameters: ruleParameters[row.kind].parse(row.parameters) }))
}

function visible(sql: Queries, caller: Caller): Fragment {
  return sql`(r.scope = 'PLATFORM' or (r.scope = 'ORGANISATION' and r.scope_id = ${caller.organisationId})
    or (r.scope = 'FARM' and r.scope_id in (${visibleFarms(sql, caller)})))`
}

/** Every rule, its parameters filled up with the defaults. */
export async function allRules(sql: Queries): Promise<AlertRule[]> {
  const known = Object.keys(ruleParameters)
  return select(sql, sql`r.kind = any(${known}::text[])`, sql`order by r.id`)
}

export const alertRuleHandlers: HandlersOf<'alertRules'> = {
  async list(input, caller, { sql }) {
    const ofFarm = input.farmId === undefined ? sql`true` : sql`(r.scope <> 'FARM' or r.scope_id = ${input.farmId})`
    const condition = sql`${visible(sql, caller)} and ${ofFarm} and ${equals(sql, 'r.kind', input.kind)}`
    const [rules, [count]] = await Promise.all([
      select(sql, condition, page(sql, input, columns)),
      sql<{ total: number }[]>`select count(*) as total from alert_rules r where ${condition}`,
    ])
    return listOf(rules, count?.total ?? 0, input)
  },

  async addOrEdit(input, caller, context) {
    const now = context.clock.now()
    const severity = input.severity ?? defaultSeverity[input.kind]
    const rule = await inTransaction(context.sql, async (sql) => {
      await requireFarm(sql, caller, input.farmId)
      const ofFarm = (end = sql``) => select(sql, sql`r.kind = ${input.kind} and r.scope = 'FARM' and r.scope_id = ${input.farmId}`, end)
      const [before = null] = await ofFarm(sql`for update of r`)
      await sql`
        insert into alert_rules (kind, scope, scope_id, severity, enabled, parameters, updated_at)
        values (${input.kind}, 'FARM', ${input.farmId}, ${severity}, ${input.enabled}, ${sql.json(input.parameters)}, ${now})
        on conflict (kind, scope, scope_id) do update set severity = excluded.severity, enabled = excluded.enabled,
          parameters = excluded.parameters, updated_at = excluded.updated_at`
      const after = first(await ofFarm())
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
      if (before.scope !== 'FARM') throw new CallError('NOT_ALLOWED')
      await sql`delete from alert_rules where id = ${id}`
      await audit(sql, caller, now, { action: 'REMOVE', noun: 'alertRule', nounId: id, before, after: null })
    })
    context.events.emit('rulesChanged', {})
    return {}
  },
}
