import type { z } from 'zod'
import type { ticketEndpoints } from '#contract/office/tickets.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { CallInfo } from '../../../handler.ts'
import { CallError } from '../../../callError.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { audit } from '../../../records/audit.ts'
import { transact } from '../../../records/write.ts'
import { endEvents, type NoticeChange } from '../notices.ts'
import type { DecidedTicket, EffectMeans, TicketEffect } from './effects/ticketEffect.ts'
import { effectOf } from './ticketEffects.ts'
import { absentFor } from './standInRows.ts'
import { askDeciders, insertTicketNotices, emitTicketChange, ticketPath } from './ticketNotices.ts'
import { saveTicketEffects } from './keptEffects.ts'
import { figuresOfSettlement } from './settlements.ts'
import {
  deciders,
  findTicket,
  headOf,
  isIndependent,
  isOfInviter,
  lockTicket,
  ownStep,
  type TicketHead,
} from './ticketRows.ts'

type Decision = z.output<typeof ticketEndpoints.approve.input>

/**
 * Decides the caller's step of a ticket. A rejection ends the ticket; an approval opens the next place or, as the last one, makes the change.
 * @throws CallError NOT_FOUND, OWN_REQUEST, NOT_ALLOWED (no step for the caller), NOT_OPEN, COMMENT_REQUIRED, BAD_SHAPE (not the
 * stand-in of `absentId`, or a closing that does not say what becomes of the money owed); errors of the effect, which leave the ticket open
 */
export async function decideTicket(
  context: Context,
  caller: Caller,
  { ticketId, decision, comment, absentId, settlement, confirmsDifference }: Decision,
  { language }: Pick<CallInfo, 'language'>,
): Promise<void> {
  const at = machineNow()
  await transact(context, async (within) => {
    const { sql, afterCommit } = within
    const ticket = await lockTicket(sql, caller, ticketId)
    if (absentId !== undefined) {
      const absent = await absentFor(sql, { userId: caller.userId, raisedBy: ticket.raisedBy, at })
      if (!absent.some(({ id }) => id === absentId))
        throw new CallError('BAD_SHAPE', { fields: { absentId: 'unknown' } })
    }
    if (ticket.raisedBy === caller.userId) throw new CallError('OWN_REQUEST')
    const isInviter = await requireIndependence(sql, caller, ticketId)
    const step = await ownStep(sql, caller, ticketId)
    if (!step) throw new CallError('NOT_ALLOWED')
    if (ticket.state !== 'PENDING' || !step.open) throw new CallError('NOT_OPEN')
    if (decision === 'REJECTED' && comment === '')
      throw new CallError('COMMENT_REQUIRED', { fields: { comment: 'required' } })
    const before = await findTicket(sql, caller, ticketId)
    const settled = decision === 'APPROVED' ? await figuresOfSettlement(sql, ticket, settlement) : []
    await saveTicketEffects(sql, ticket, { stepId: step.id, at }, settled)
    await sql`
      update ticket_steps set decision = ${decision}, decided_by = ${caller.userId}, decided_at = ${at},
        decided_for = ${absentId ?? null}, is_of_inviter = ${isInviter}, comment = ${comment === '' ? null : comment}
      where id = ${step.id}`
    const left = decision === 'APPROVED' ? await placesLeft(sql, ticketId) : []
    const samePlace = left.includes(step.place)
    const changes = await endEvents(sql, ticketPath(ticketId), at, samePlace ? await deciders(sql, ticketId, at) : [])
    if (left.length === 0)
      changes.push(...(await endTicket({ ...within, language }, ticket, caller, { state: decision, comment, at })))
    else if (!samePlace) changes.push(...(await askDeciders(sql, ticket, at)))
    const action = decision === 'APPROVED' ? 'APPROVE' : 'REJECT'
    const after = await findTicket(sql, caller, ticketId)
    await audit(sql, caller, at, {
      action,
      noun: 'ticket',
      nounId: ticketId,
      before,
      after,
      detail: {
        place: step.place,
        comment,
        ...(absentId !== undefined && { absentId }),
        ...(isInviter && { isInviter }),
        ...(settled.length > 0 && { settlement }),
        ...(confirmsDifference === true && { confirmsDifference }),
      },
    })
    afterCommit(() => emitTicketChange(context, ticketId, changes))
    return after
  })
}

/**
 * Withdraws the caller's own ticket.
 * @throws CallError NOT_FOUND, NOT_ALLOWED (somebody else raised it), NOT_OPEN
 */
export async function withdrawTicket(
  context: Context,
  caller: Caller,
  { ticketId, comment }: Pick<Decision, 'ticketId' | 'comment'>,
  { language }: Pick<CallInfo, 'language'>,
): Promise<void> {
  const at = machineNow()
  await transact(context, async (within) => {
    const { sql, afterCommit } = within
    const ticket = await lockTicket(sql, caller, ticketId)
    if (ticket.raisedBy !== caller.userId) throw new CallError('NOT_ALLOWED')
    if (ticket.state !== 'PENDING') throw new CallError('NOT_OPEN')
    const before = await findTicket(sql, caller, ticketId)
    const openDeciders = await deciders(sql, ticketId, at)
    const changes = await endEvents(sql, ticketPath(ticketId), at)
    await sql`insert into ticket_withdrawals (ticket_id, withdrawn_by, comment, at) values (${ticketId}, ${caller.userId}, ${comment}, ${at})`
    await endTicket({ ...within, language }, ticket, caller, { state: 'WITHDRAWN', comment, at })
    const after = await findTicket(sql, caller, ticketId)
    await audit(sql, caller, at, {
      action: 'WITHDRAW',
      noun: 'ticket',
      nounId: ticketId,
      before,
      after,
      detail: { comment },
    })
    const said = { type: 'notification', code: 'TICKET_WITHDRAWN', by: caller.displayName, comment, at } as const
    changes.push(...(await insertTicketNotices(sql, openDeciders, ticket, said)))
    afterCommit(() => emitTicketChange(context, ticketId, changes))
    return after
  })
}

/**
 * @returns whether caller or raiser invited the other of late: nobody else can decide then
 * @throws CallError NOT_ALLOWED when the caller could have signed in as the raiser, or the raiser as the caller
 */
async function requireIndependence(sql: Queries, caller: Caller, ticketId: number): Promise<boolean> {
  const [ticket] = await sql<{ independent: boolean; isInviter: boolean }[]>`
    select ${isIndependent(sql, caller)} as independent, ${isOfInviter(sql, caller)} as "isInviter" from tickets t where t.id = ${ticketId}`
  if (ticket?.independent !== true) throw new CallError('NOT_ALLOWED', { fields: { ticketId: 'credentials' } })
  return ticket.isInviter
}

/** Returns the places of undecided steps. */
async function placesLeft(sql: Queries, ticketId: number): Promise<number[]> {
  const rows = await sql<
    { place: number }[]
  >`select place from ticket_steps where ticket_id = ${ticketId} and decision is null`
  return rows.map(({ place }) => place)
}

type Ending = Pick<DecidedTicket, 'state' | 'comment' | 'at'>

/** Ends a ticket, applies the effect of its kind, and notifies the raiser of an approval or rejection. */
async function endTicket(
  means: EffectMeans,
  ticket: TicketHead,
  caller: Caller,
  { state, comment, at }: Ending,
): Promise<NoticeChange[]> {
  const { sql } = means
  await sql`update tickets set state = ${state}, decided_at = ${at}, decided_in_herd = ${means.context.clock.now()} where id = ${ticket.id}`
  const effect = effectOf(ticket.kind)
  const decided: DecidedTicket = {
    id: ticket.id,
    subjectId: ticket.subjectId,
    raisedBy: ticket.raisedBy,
    state,
    comment,
    at,
    by: caller,
  }
  if (state === 'APPROVED') {
    const before = await withdrawOvertaken(means, decided, effect)
    await effect.approved(means, decided, ticket.payload)
    const after = await withdrawOvertaken(means, decided, effect)
    return [...before, ...after, ...(await notifyRaiser(sql, ticket, caller, { state, comment, at }))]
  }
  await effect.refused(means, decided, ticket.payload)
  return state === 'WITHDRAWN' ? [] : notifyRaiser(sql, ticket, caller, { state, comment, at })
}

function notifyRaiser(
  sql: Queries,
  ticket: TicketHead,
  caller: Caller,
  { state, comment, at }: Ending,
): Promise<NoticeChange[]> {
  const code = state === 'APPROVED' ? 'TICKET_APPROVED' : 'TICKET_REJECTED'
  return insertTicketNotices(sql, [ticket.raisedBy], ticket, {
    type: 'notification',
    code,
    by: caller.displayName,
    comment,
    at,
  })
}

/** Withdraws tickets that lose their subject by an approval, and notifies their raisers and deciders of the reason. */
async function withdrawOvertaken(means: EffectMeans, by: DecidedTicket, effect: TicketEffect): Promise<NoticeChange[]> {
  const { sql, context, afterCommit } = means
  const { at, by: caller } = by
  const changes: NoticeChange[] = []
  for (const ticketId of await effect.overtakes(sql, by)) {
    const ticket = await headOf(sql, ticketId)
    const before = await findTicket(sql, caller, ticketId, sql`true`)
    const openDeciders = await deciders(sql, ticketId, at)
    await sql`insert into ticket_withdrawals (ticket_id, overtaken_by, comment, at) values (${ticketId}, ${by.id}, '', ${at})`
    changes.push(...(await endEvents(sql, ticketPath(ticketId), at)))
    changes.push(...(await endTicket(means, ticket, caller, { state: 'WITHDRAWN', comment: '', at })))
    const after = await findTicket(sql, caller, ticketId, sql`true`)
    await audit(sql, caller, at, {
      action: 'WITHDRAW',
      noun: 'ticket',
      nounId: ticketId,
      before,
      after,
      detail: { overtakenBy: by.id },
    })
    const recipients = [ticket.raisedBy, ...openDeciders].filter((userId) => userId !== caller.userId)
    changes.push(
      ...(await insertTicketNotices(sql, recipients, ticket, {
        type: 'notification',
        code: 'TICKET_OVERTAKEN',
        by: caller.displayName,
        at,
      })),
    )
    afterCommit(() => emitTicketChange(context, ticketId, []))
  }
  return changes
}
