import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { alertRuleSchema } from '#contract/alerts/alertRules.ts'
import { scheduleSchema } from '#contract/alerts/schedules.ts'
import { idSchema } from '#contract/calls/envelope.ts'
import type { TicketChange } from '#contract/office/tickets.ts'
import { CallError } from '../../../../callError.ts'
import { removeWithin } from '../../../../records/remove.ts'
import { saveWithin } from '../../../../records/write.ts'
import { alertRules } from '../../../alertRules.ts'
import { type DecidedTicket, type EffectMeans, ticketEffect } from './ticketEffect.ts'

const measures = alertRuleSchema.pick({ severity: true, enabled: true, parameters: true }).extend({ schedule: scheduleSchema.nullable().default(null) })

/** A change of a farm's or a project's rule that waits for its approval. */
const ruleChangeSchema = z.object({
  /** One of the two. */
  farmId: idSchema.optional(),
  projectId: idSchema.optional(),
  kind: alertRuleSchema.shape.kind,
  /** Its own rule as it was when the change was asked for; null: there was none. */
  rule: alertRuleSchema.pick({ id: true, version: true }).nullable(),
  /** What is saved; null: the rule is removed. */
  saved: measures.nullable(),
  /** What was in force on the farm, or on the project's first one, when the change was asked for, and what would be. */
  before: measures,
  after: measures,
  reason: z.string(),
})
export type RuleChangeRequest = z.infer<typeof ruleChangeSchema>

export const ruleChange = ticketEffect(ruleChangeSchema, { changes, approved: apply })

/** What whoever decides reads: what is done to which rule, why, and of what is in force on the farm what changes. */
function changes({ kind, rule, saved, reason, before, after }: RuleChangeRequest): TicketChange[] {
  const action = saved === null ? 'REMOVE' : rule === null ? 'ADD' : 'EDIT'
  const [was, is] = [flat(before), flat(after)]
  return [
    { field: 'kind', before: null, after: kind },
    { field: 'action', before: null, after: action },
    ...Object.entries(is).flatMap(([field, value]) => (isDeepStrictEqual(was[field], value) ? [] : [{ field, before: was[field] ?? null, after: value }])),
    { field: 'reason', before: null, after: reason },
  ]
}

function flat({ severity, enabled, parameters, schedule }: z.infer<typeof measures>): Record<string, unknown> {
  return { severity, enabled, schedule, ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`parameters.${name}`, value])) }
}

/** Refusals that mean that the farm or its rule is no longer what it was. */
const overtaken: readonly string[] = ['NOT_FOUND', 'CONFLICT', 'BAD_SHAPE']

/**
 * Saves or removes the rule as its approver, as if they did so themselves.
 * @throws CallError CONFLICT where the rule was changed after the change was asked for; PLEDGED where it would be loosened
 */
async function apply(means: EffectMeans, { id: ticketId, by }: DecidedTicket, { farmId, projectId, kind, rule, saved, reason }: RuleChangeRequest): Promise<void> {
  const note = { ticketId, reason }
  try {
    if (saved === null) await removeWithin(means, alertRules, by, { id: rule?.id ?? 0, version: rule?.version ?? 0, note })
    // Where there was none, one that was added meanwhile is of a later version than 0.
    else await saveWithin(means, alertRules, by, { id: rule?.id, version: rule?.version ?? 0, kind, ...(projectId === undefined ? { scope: 'FARM', farmId } : { scope: 'PROJECT', projectId }), ...saved }, { language: means.language, note })
  } catch (error) {
    if (!(error instanceof CallError) || !overtaken.includes(error.code)) throw error
    throw new CallError('CONFLICT', { fields: { ticketId: 'subject_changed' }, cause: error })
  }
}
