import type { AlertRule } from '#contract/alerts/alertRules.ts'
import type { Parsed } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import { rulesFor } from '../../../alerts/rules.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import type { Change } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { findRecord } from '../../../records/select.ts'
import { first } from '../../../records/transaction.ts'
import { findSaved, transact } from '../../../records/write.ts'
import { allRules, alertRules, ofRule, ruleAfter, stricterFarms } from '../../alertRules.ts'
import type { RuleChangeRequest } from './effects/ruleChange.ts'
import { requestTicket } from './tickets.ts'

/** A farm's rule as it is and as it is asked for; null: there is none. */
interface Asked {
  before: AlertRule | null
  after: AlertRule | null
}
type Asking = Pick<Change, 'sql' | 'caller' | 'context'>

export const alertRuleHandlers: HandlersOf<'alertRules'> = {
  ...recordHandlers(alertRules),
  request: ({ reason, ...input }, caller, context) => raise(context, caller, reason, (asking) => askedSave(asking, input)),
  requestRemoval: ({ id, reason }, caller, context) =>
    raise(context, caller, reason, async ({ sql }) => ({ before: await findRecord(sql, alertRules, caller, id, { hold: true }), after: null })),
}

/** @throws CallError as a save of the rule; NOT_ALLOWED for a rule of no farm; BAD_SHAPE where it would become another farm's or another kind's */
async function askedSave(asking: Asking, input: Omit<Parsed<typeof endpoints.alertRules.request>, 'reason'>): Promise<Asked> {
  if (input.scope !== 'FARM') throw new CallError('NOT_ALLOWED')
  const before = await findSaved(asking, alertRules, input)
  const after = ruleAfter(asking.caller, before, input)
  if (before !== null && before.scope !== 'FARM') throw new CallError('NOT_ALLOWED')
  if (before !== null && before.scopeId !== after.scopeId) throw new CallError('BAD_SHAPE', { fields: { farmId: 'fixed' } })
  if (before !== null && before.kind !== after.kind) throw new CallError('BAD_SHAPE', { fields: { kind: 'fixed' } })
  return { before, after }
}

/**
 * Raises the ticket of a change of a farm's rule.
 * @throws CallError NOT_ALLOWED for a rule of no farm; PLEDGED where it would be loosened; CONFLICT where a request for it waits already
 */
function raise(context: Context, caller: Caller, reason: string, ask: (asking: Asking) => Promise<Asked>): Promise<{ ticketId: number }> {
  return transact(context, async (within) => {
    const { sql } = within
    const { before, after } = await ask({ sql, caller, context })
    const { scope, scopeId: farmId, kind } = after ?? before ?? {}
    if (scope !== 'FARM' || farmId == null || kind === undefined || caller.organisationId === null) throw new CallError('NOT_ALLOWED')
    // Holds all rules: of two who ask at once, the second sees the ticket of the first.
    await stricterFarms({ sql, caller }, { before, after, fieldOf: after === null ? ofRule : (field) => field })
    if (await isRequested(sql, farmId, kind)) throw new CallError('CONFLICT', { fields: { kind: 'requested' } })
    const farm = first(await sql<{ id: number; name: string; supervisorOrgId: number | null }[]>`
      select id, name, supervisor_org_id as "supervisorOrgId" from farms where id = ${farmId}`)
    const others = (await allRules(sql)).filter(({ id }) => id !== before?.id)
    const inForce = (rule: AlertRule | null) => {
      const { severity, enabled, parameters } = first(rulesFor(farm, rule === null ? others : [...others, rule]).filter(({ name }) => name === kind))
      return { severity, enabled, parameters }
    }
    const payload: RuleChangeRequest = {
      farmId, kind, reason,
      rule: before && { id: before.id, version: before.version },
      saved: after && { severity: after.severity, enabled: after.enabled, parameters: after.parameters },
      before: inForce(before),
      after: inForce(after),
    }
    const subject = { subjectType: 'FARM', subjectId: farmId, subjectName: farm.name } as const
    return { ticketId: await requestTicket(within, caller, { kind: 'RULE_CHANGE', ...subject, payload, parties: { SUPERVISOR: caller.organisationId } }) }
  })
}

/** Whether a change of a farm's rule of a kind waits for its approval. */
async function isRequested(sql: Queries, farmId: number, kind: string): Promise<boolean> {
  const waiting = await sql`
    select from tickets where kind = 'RULE_CHANGE' and state = 'PENDING' and subject_type = 'FARM' and subject_id = ${farmId} and payload ->> 'kind' = ${kind}`
  return waiting.length > 0
}
