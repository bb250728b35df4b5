import { z } from 'zod'
import { type ProjectEffect, projectEffectSchema, type TicketFigure } from '#contract/office/ticketFigures.ts'
import type { TicketKind } from '#contract/office/tickets.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Queries } from '../../../db/connect.ts'
import { visibleProjects } from '../../visibility.ts'
import type { PendingTicket } from './effects/ticketEffect.ts'
import { effectOf } from './ticketEffects.ts'

const effectsSchema = z.array(projectEffectSchema)

interface Deciding extends PendingTicket {
  kind: TicketKind
  payload: unknown
}

/**
 * Stores the present effect of a ticket with the step being decided. Later changes of the herd do not alter it.
 * @param said figures that the decider stated
 */
export async function saveTicketEffects(
  sql: Queries,
  { kind, payload, ...ticket }: Deciding,
  { stepId, at }: { stepId: number; at: number },
  said: readonly TicketFigure[] = [],
): Promise<void> {
  const effects = (await effectOf(kind).effectOn(sql, ticket, payload)).map((effect) => ({
    ...effect,
    figures: [...effect.figures, ...said],
  }))
  await sql`insert into ticket_step_effects (step_id, effects, kept_at) values (${stepId}, ${JSON.stringify(effects)}::text::jsonb, ${at})`
}

/** Reads the stored effects of a ticket, by step id. */
export async function effectsOfSteps(sql: Queries, ticketId: number): Promise<Map<number, ProjectEffect[]>> {
  const rows = await sql<{ stepId: number; effects: unknown }[]>`
    select e.step_id as "stepId", e.effects from ticket_step_effects e join ticket_steps s on s.id = e.step_id where s.ticket_id = ${ticketId}`
  return new Map(rows.map(({ stepId, effects }) => [stepId, effectsSchema.parse(effects)]))
}

/**
 * Returns the projects of some effects that a caller may see: a farm's ticket may affect several banks' projects. Everybody who sees a
 * project's own ticket is a party of the project.
 */
export async function visibleEffectProjects(
  sql: Queries,
  caller: Caller,
  subjectType: string,
  effects: readonly ProjectEffect[],
): Promise<Set<number>> {
  const ids = effects.map(({ projectId }) => projectId)
  if (subjectType === 'PROJECT') return new Set(ids)
  const rows = await sql<
    { id: number }[]
  >`select id from (${visibleProjects(sql, caller)}) visible where id = any(${ids}::bigint[])`
  return new Set(rows.map(({ id }) => id))
}
