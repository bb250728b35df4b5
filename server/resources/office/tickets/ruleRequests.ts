import type { AlertRule, RuleScope } from '#contract/alerts/alertRules.ts'
import type { Parsed } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import { measuresOf, raiseAlike, rulesFor } from '../../../alerts/rules/inForce.ts'
import { type RuledFarm, rulesByPlace } from '../../../alerts/rules/rules.ts'
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
import { allRules, alertRules, ofRule, ruleAfter, ruleReach, rulesInForce, checkLoosening } from '../../alertRules.ts'
import { rulingProjects } from '../../herd/pledges.ts'
import { lockProjectForRequest } from '../../projects/heldProjects.ts'
import { visibleFarms, visibleProjects } from '../../visibility.ts'
import type { RuleChangeRequest } from './effects/ruleChange.ts'
import { requestTicket } from './tickets.ts'

/** A farm's or a project's rule before and after the requested change; null when no rule exists. */
interface RequestedRule {
  before: AlertRule | null
  after: AlertRule | null
}
type Asking = Pick<Change, 'sql' | 'caller' | 'context'>

export const alertRuleHandlers: HandlersOf<'alertRules'> = {
  ...recordHandlers(alertRules),
  inForce: ({ farmId }, caller, context) => rulesInForce(context, caller, farmId),
  reach: (_input, caller, { sql }) => ruleReach(sql, caller),
  request: ({ reason, ...input }, caller, context) =>
    raise(context, caller, reason, (asking) => readSaveRequest(asking, input)),
  requestRemoval: ({ id, reason }, caller, context) =>
    raise(context, caller, reason, (asking) => readRemovalRequest(asking, id)),
}

/** Scopes whose rules a project manager changes by request. */
const idFields = { FARM: 'farmId', PROJECT: 'projectId' } as const
const isRequestable = (scope: RuleScope | undefined): scope is keyof typeof idFields =>
  scope !== undefined && scope in idFields

/**
 * @throws CallError as saving the rule does; NOT_ALLOWED for a rule of another scope; CONFLICT for a closed project; BAD_SHAPE when it would change
 * its farm, project or kind
 */
async function readSaveRequest(
  asking: Asking,
  input: Omit<Parsed<typeof endpoints.alertRules.request>, 'reason'>,
): Promise<RequestedRule> {
  if (!isRequestable(input.scope)) throw new CallError('NOT_ALLOWED')
  // Locks the project before any reference to it is locked: closing needs a stronger lock on it than references do.
  if (input.scope === 'PROJECT' && input.projectId !== undefined)
    await lockProjectForRequest(asking.sql, asking.caller, { id: input.projectId, field: 'projectId' })
  const before = await findSaved(asking, alertRules, input)
  const after = ruleAfter(asking.caller, before, input)
  if (before !== null && !isRequestable(before.scope)) throw new CallError('NOT_ALLOWED')
  if (before !== null && (before.scope !== after.scope || before.scopeId !== after.scopeId))
    throw new CallError('BAD_SHAPE', { fields: { [idFields[input.scope]]: 'fixed' } })
  if (before !== null && before.kind !== after.kind) throw new CallError('BAD_SHAPE', { fields: { kind: 'fixed' } })
  return { before, after }
}

/** @throws CallError NOT_FOUND; CONFLICT for a rule of a closed project */
async function readRemovalRequest({ sql, caller }: Asking, id: number): Promise<RequestedRule> {
  const before = await findRecord(sql, alertRules, caller, id, { lock: true })
  if (before.scope === 'PROJECT' && before.scopeId !== null)
    await lockProjectForRequest(sql, caller, { id: before.scopeId, field: 'id' })
  return { before, after: null }
}

/** Returns the ticket's subject and a farm on which the rule would be in force. A project uses its first farm, with its own rules alone. */
async function subjectOf(
  sql: Queries,
  caller: Caller,
  scope: keyof typeof idFields,
  id: number,
): Promise<{ name: string; farm: RuledFarm }> {
  const isProject = scope === 'PROJECT'
  const [project] = isProject
    ? await sql<
        { name: string }[]
      >`select code || ' ' || name as name from projects where id = ${id} and id in (${visibleProjects(sql, caller)})`
    : []
  const farm = first(
    await sql<(RuledFarm & { name: string })[]>`
    select f.id, f.name, f.supervisor_org_id as "supervisorOrgId", ${rulingProjects(sql, sql`f.id`)} as projects from farms f
    where f.id = ${isProject ? sql`(select min(farm_id) from project_farms where project_id = ${id})` : id} and f.id in (${visibleFarms(sql, caller)})`,
  )
  return project === undefined
    ? { name: farm.name, farm }
    : { name: project.name, farm: { ...farm, projects: [{ id, firstFarmId: farm.id }] } }
}

/**
 * Raises the ticket for a change of a farm's or a project's rule.
 * @throws CallError NOT_ALLOWED for a rule of another scope; PLEDGED when it would be loosened; CONFLICT when a request for it is pending
 */
function raise(
  context: Context,
  caller: Caller,
  reason: string,
  ask: (asking: Asking) => Promise<RequestedRule>,
): Promise<{ ticketId: number }> {
  return transact(context, async (within) => {
    const { sql } = within
    const { before, after } = await ask({ sql, caller, context })
    const { scope, scopeId, kind } = after ?? before ?? {}
    if (!isRequestable(scope) || scopeId == null || kind === undefined || caller.organisationId === null)
      throw new CallError('NOT_ALLOWED')
    const { name, farm } = await subjectOf(sql, caller, scope, scopeId)
    // Locks all rules, so that the second of two concurrent requests sees the first one's ticket.
    const { loosenedProjects } = await checkLoosening(
      { sql, caller },
      { before, after, fieldOf: after === null ? ofRule : (field) => field },
      () => true,
    )
    const banks = await sql<{ id: number }[]>`
      select distinct bank_org_id as id from projects where id = any(${[...loosenedProjects]}::bigint[]) order by 1`
    if (await isRequested(sql, scope, scopeId, kind)) throw new CallError('CONFLICT', { fields: { kind: 'requested' } })
    const others = (await allRules(sql)).filter(({ id }) => id !== before?.id)
    const inForce = (rule: AlertRule | null) => {
      const rules = rulesByPlace(rule === null ? others : [...others, rule])
      const found = rulesFor(farm, rules, [kind])
      // Without a loan that uses the rule there, shows the rule as it would be for one.
      return found.length > 0 ? found : rulesFor({ ...farm, projects: [] }, rules, [kind])
    }
    const [inForceBefore, inForceAfter] = [inForce(before), inForce(after)]
    // When loans have rules of their own, picks the first one that the change affects.
    const place = Math.max(
      0,
      inForceBefore.findIndex((one, place) => !raiseAlike(one, inForceAfter[place])),
    )
    const payload: RuleChangeRequest = {
      [idFields[scope]]: scopeId,
      kind,
      reason,
      rule: before && { id: before.id, version: before.version },
      saved: after && {
        severity: after.severity,
        enabled: after.enabled,
        parameters: after.parameters,
        schedule: after.schedule,
      },
      before: measuresOf(first(inForceBefore.slice(place))),
      after: measuresOf(first(inForceAfter.slice(place))),
    }
    const subject = { subjectType: scope, subjectId: scopeId, subjectName: name } as const
    return {
      ticketId: await requestTicket(within, caller, {
        kind: 'RULE_CHANGE',
        ...subject,
        payload,
        parties: { SUPERVISOR: caller.organisationId },
        consents: banks.map(({ id }) => id),
      }),
    }
  })
}

/** Whether a change of a rule of this kind is pending for the farm or project. */
async function isRequested(sql: Queries, scope: keyof typeof idFields, id: number, kind: string): Promise<boolean> {
  const waiting = await sql`
    select from tickets where kind = 'RULE_CHANGE' and state = 'PENDING' and subject_type = ${scope} and subject_id = ${id} and payload ->> 'kind' = ${kind}`
  return waiting.length > 0
}
