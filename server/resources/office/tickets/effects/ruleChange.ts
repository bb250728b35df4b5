import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { alertKinds } from '#contract/alerts/alertKinds.ts'
import { alertRuleSchema } from '#contract/alerts/alertRules.ts'
import { scheduleSchema } from '#contract/alerts/schedules.ts'
import { idSchema } from '#contract/calls/envelope.ts'
import type { ProjectEffect } from '#contract/office/ticketFigures.ts'
import type { TicketChange } from '#contract/office/tickets.ts'
import { loosened } from '../../../../alerts/rules/loosened.ts'
import type { Caller } from '../../../../auth/sessions.ts'
import { CallError } from '../../../../callError.ts'
import type { Queries } from '../../../../db/connect.ts'
import { removeWithin } from '../../../../records/remove.ts'
import { saveWithin } from '../../../../records/write.ts'
import { alertRules } from '../../../alertRules.ts'
import { effectOnProject, figuresAfter } from '../../../projects/collateral/figures.ts'
import { type DecidedTicket, type EffectMeans, type PendingTicket, ticketEffect } from './ticketEffect.ts'

const measures = alertRuleSchema
  .pick({ severity: true, enabled: true, parameters: true })
  .extend({ schedule: scheduleSchema.nullable().default(null) })

/** Payload: a change of a farm's or a project's alert rule that awaits approval. */
const ruleChangeSchema = z.object({
  /** Exactly one of the two is present. */
  farmId: idSchema.optional(),
  projectId: idSchema.optional(),
  kind: alertRuleSchema.shape.kind,
  /** The farm's or project's own rule at the time of the request; null when no own rule existed. */
  rule: alertRuleSchema.pick({ id: true, version: true }).nullable(),
  /** The rule to save; null removes it. */
  saved: measures.nullable(),
  /** The rule in force at the time of the request, and as it would be after the change. */
  before: measures,
  after: measures,
  reason: z.string(),
})
export type RuleChangeRequest = z.infer<typeof ruleChangeSchema>

export const ruleChange = ticketEffect(ruleChangeSchema, { changes, effectOn, approved: apply })

/** Describes the change for deciders: the rule, the action, the reason, and the effect on the rule in force. */
function changes({ kind, rule, saved, reason, before, after }: RuleChangeRequest): TicketChange[] {
  const action = saved === null ? 'REMOVE' : rule === null ? 'ADD' : 'EDIT'
  const [ruleBefore, ruleAfter] = [flat(before), flat(after)]
  const judged = (of: z.infer<typeof measures>) => ({
    ...of,
    name: kind,
    projectId: null,
    ruleId: null,
    parameters: alertKinds[kind].parameters.parse(of.parameters),
  })
  const [looser, stricter] = [loosened(judged(before), judged(after)), loosened(judged(after), judged(before))]
  /** A change that is both looser and stricter is labelled as neither. */
  const isWhat = (field: string) =>
    looser.includes(field) === stricter.includes(field)
      ? {}
      : ({ is: looser.includes(field) ? 'LOOSER' : 'STRICTER' } as const)
  return [
    { field: 'kind', before: null, after: kind },
    { field: 'action', before: null, after: action },
    ...Object.entries(ruleAfter).flatMap(([field, after]) =>
      isDeepStrictEqual(ruleBefore[field], after)
        ? []
        : [{ field, before: ruleBefore[field] ?? null, after, ...isWhat(field) }],
    ),
    { field: 'reason', before: null, after: reason },
  ]
}

/** Alert rules change neither the ledger nor values, so both sides of each project's figures are equal. */
async function effectOn(
  sql: Queries,
  _ticket: PendingTicket,
  { farmId, projectId }: RuleChangeRequest,
): Promise<ProjectEffect[]> {
  const ids = await sql<{ id: number }[]>`
    select p.id from projects p where p.deleted_at is null and p.status in ('ACTIVE', 'CLOSING')
      and (p.id = ${projectId ?? null}::bigint or p.id in (select project_id from project_farms where farm_id = ${farmId ?? null}::bigint)) order by p.id`
  const effects: ProjectEffect[] = []
  for (const { id } of ids) effects.push(...(await effectOnProject(sql, id, await figuresAfter(sql, id, []))))
  return effects
}

function flat({ severity, enabled, parameters, schedule }: z.infer<typeof measures>): Record<string, unknown> {
  return {
    severity,
    enabled,
    schedule,
    ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`parameters.${name}`, value])),
  }
}

/** Error codes that mean that the farm or its rule has changed since the request. */
const outdatedCodes: readonly string[] = ['NOT_FOUND', 'CONFLICT', 'BAD_SHAPE']

/**
 * Saves or removes the rule with the supervisor's approver as author, even when a bank approved last.
 * @throws CallError CONFLICT when the rule was changed after the request; PLEDGED when it would be loosened
 */
async function apply(
  means: EffectMeans,
  { id: ticketId, by }: DecidedTicket,
  { farmId, projectId, kind, rule, saved, reason }: RuleChangeRequest,
): Promise<void> {
  const note = { ticketId, reason }
  const author = await supervisorOf(means.sql, ticketId, by)
  try {
    if (saved === null)
      await removeWithin(means, alertRules, author, { id: rule?.id ?? 0, version: rule?.version ?? 0, note })
    // Version 0 means that there was no rule; a rule added since has a later version and causes a conflict.
    else
      await saveWithin(
        means,
        alertRules,
        author,
        {
          id: rule?.id,
          version: rule?.version ?? 0,
          kind,
          ...(projectId === undefined ? { scope: 'FARM', farmId } : { scope: 'PROJECT', projectId }),
          ...saved,
        },
        { language: means.language, note },
      )
  } catch (error) {
    if (!(error instanceof CallError) || !outdatedCodes.includes(error.code)) throw error
    throw new CallError('CONFLICT', { fields: { ticketId: 'subject_changed' }, cause: error })
  }
}

/** Returns the supervisor's administrator who approved a ticket; the last approver when that was the same person. */
async function supervisorOf(sql: Queries, ticketId: number, by: Caller): Promise<Caller> {
  const [step] = await sql<Pick<Caller, 'userId' | 'organisationId' | 'displayName'>[]>`
    select u.id as "userId", u.organisation_id as "organisationId", u.display_name as "displayName"
    from ticket_steps s join users u on u.id = s.decided_by
    where s.ticket_id = ${ticketId} and s.approver_role = 'ADMIN_SUPERVISOR' and s.decision = 'APPROVED'`
  return step === undefined ? by : { ...by, ...step, role: 'ADMIN_SUPERVISOR', organisationKind: 'SUPERVISOR' }
}
