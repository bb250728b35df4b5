import { alertKinds, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { AlertRule, RuleScope } from '#contract/alerts/alertRules.ts'
import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import type { Queries } from '../db/connect.ts'
import type { HandlersOf } from '../handler.ts'
import { type Change, describeRecords, reference } from '../records/describe.ts'
import { recordHandlers } from '../records/handlers.ts'
import { selectRecords } from '../records/select.ts'
import { isPledged } from './herd/pledges.ts'
import { visibleFarms } from './visibility.ts'

/** Who changes the rules of a scope. */
const changers = {
  PLATFORM: ['ADMIN_PLATFORM'],
  ORGANISATION: ['ADMIN_SUPERVISOR'],
  FARM: ['ADMIN_SUPERVISOR', 'SUPERVISOR_PM'],
} as const satisfies Record<RuleScope, readonly Caller['role'][]>

type Place = Pick<AlertRule, 'scope' | 'scopeId'>

/** @throws CallError NOT_ALLOWED; APPROVAL_REQUIRED for a project manager, where a project runs on the farm */
async function requireChanger(sql: Queries, { role }: Caller, { scope, scopeId }: Place): Promise<void> {
  if (!changers[scope].some((one) => one === role)) throw new CallError('NOT_ALLOWED')
  if (role === 'SUPERVISOR_PM' && scopeId !== null && (await isPledged(sql, scopeId))) throw new CallError('APPROVAL_REQUIRED')
}

async function changing({ sql, caller, context, before, afterCommit }: Change & { before: Place }, after = before): Promise<void> {
  for (const place of new Set([before, after])) await requireChanger(sql, caller, place)
  afterCommit(() => context.events.emit('rulesChanged', {}))
}

const placeOf = ({ organisationId }: Caller, { scope, farmId }: { scope: RuleScope; farmId?: number | undefined }): Place => ({
  scope,
  scopeId: { PLATFORM: null, ORGANISATION: organisationId, FARM: farmId ?? null }[scope],
})

export const alertRules = describeRecords('alertRules', {
  noun: 'alertRule',
  table: 'alert_rules',
  fields: { kind: 'kind', scope: 'scope', scopeId: 'scope_id', severity: 'severity', enabled: 'enabled', parameters: 'parameters' },
  inputs: { farmId: reference('scope_id', visibleFarms) },
  filters: { farmId: (sql, farmId) => sql`(r.scope <> 'FARM' or r.scope_id = ${farmId})` },
  live: { fields: [], read: async (_context, rows) => rows.map(filledUp) },
  visible: (sql, caller) => sql`
    r.kind = any(${ruleKinds}::text[]) and (r.scope = 'PLATFORM' or (r.scope = 'ORGANISATION' and r.scope_id = ${caller.organisationId})
      or (r.scope = 'FARM' and r.scope_id in (${visibleFarms(sql, caller)})))`,
  unique: { alert_rules_scope: 'kind' },
  same(sql, input, caller) {
    const { scope, scopeId } = placeOf(caller, input)
    return sql`r.kind = ${input.kind} and r.scope = ${scope} and r.scope_id is not distinct from ${scopeId}`
  },
  hooks: {
    async beforeSave(change) {
      const { caller, before, input } = change
      const place = placeOf(caller, input)
      await changing({ ...change, before: before ?? place }, place)
      return { scope_id: place.scopeId, severity: input.severity ?? alertKinds[input.kind].severity }
    },
    async beforeRemove(change) {
      if (change.before.scope === 'PLATFORM') throw new CallError('NOT_ALLOWED')
      await changing(change)
    },
    beforeRestore: (change) => changing(change),
    beforePurge: (change) => changing(change),
  },
})

/** A rule with the defaults of the parameters that it does not state. */
function filledUp(rule: AlertRule): AlertRule {
  return { ...rule, parameters: alertKinds[rule.kind].parameters.parse(rule.parameters) }
}

/** Every rule, its parameters filled up with the defaults. */
export async function allRules(sql: Queries): Promise<AlertRule[]> {
  const rules = await selectRecords(sql, alertRules, sql`r.deleted_at is null and r.kind = any(${ruleKinds}::text[])`, { end: sql`order by r.id` })
  return rules.map(filledUp)
}

export const alertRuleHandlers: HandlersOf<'alertRules'> = recordHandlers(alertRules)
