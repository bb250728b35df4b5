import type { ProjectEffect } from '#contract/office/ticketFigures.ts'
import type { Ticket, TicketDetail, TicketKind, TicketStep } from '#contract/office/tickets.ts'
import { machineNow, toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { Language } from '../../../languages.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { first } from '../../../records/transaction.ts'
import { instantOrNull } from '../../values.ts'
import { decidedInHerd } from '../../../db/projects/ticketTimes.ts'
import { type AsOf, eventCutoff } from '../../projects/past/asOf.ts'
import { commentsOf } from './commentRows.ts'
import { effectsOfSteps, visibleEffectProjects } from './keptEffects.ts'
import { absentFor, standInsAt } from './standInRows.ts'
import { isVisibleToBank } from './farmTickets.ts'
import { effectOf } from './ticketEffects.ts'

interface InternalColumns {
  /** Whether the caller may comment on it and read the comments. */
  hasPart: boolean
  payload: unknown
  raisedById: number
  /** Whether the caller or the raiser invited the other of late. */
  isInviter: boolean
}
type TicketRow = Omit<Ticket, 'raisedBySince' | 'raisedAt' | 'decidedAt' | 'dueAt'> &
  InternalColumns & { raisedBySince: number; raisedAt: number; decidedAt: number | null; dueAt: number }
type StepRow = Omit<TicketStep, 'decidedAt' | 'decider'> & {
  decidedAt: number | null
  deciderUserName: string | null
  deciderOrganisationName: string | null
  deciderSince: number | null
}

/** Joins tickets `t` with their raisers. */
export function tickets(sql: Queries): Fragment {
  return sql`tickets t join users u on u.id = t.raised_by left join organisations o on o.id = t.raised_org_id`
}

/** Whether the caller is an approver of a step `s`. */
function isApprover(sql: Queries, { role, organisationId }: Caller): Fragment {
  return sql`s.approver_role = ${role} and (s.approver_org_id is null or s.approver_org_id = ${organisationId})`
}

/** Whether the caller has a part in a ticket `t`: they or their organisation raised it, or approve a step of it. */
function hasPart(sql: Queries, caller: Caller): Fragment {
  const { userId, organisationId } = caller
  return sql`(t.raised_org_id = ${organisationId}
    or (t.raised_by = ${userId} and t.raised_org_id is not distinct from ${organisationId})
    or exists (select from ticket_steps s where s.ticket_id = t.id
      and (${isApprover(sql, caller)} or s.approver_org_id = ${organisationId})))`
}

/** Whether the caller may see a ticket `t`: they have a part in it, or their bank may read it. */
export function visible(sql: Queries, caller: Caller): Fragment {
  return sql`(${hasPart(sql, caller)} or ${isVisibleToBank(sql, caller)})`
}

/** Whether a step `s` of a pending ticket is open: undecided, with all earlier places approved. */
export function isOpen(sql: Queries): Fragment {
  return sql`s.decision is null and not exists (select from ticket_steps before
    where before.ticket_id = s.ticket_id and before.place < s.place and before.decision is distinct from 'APPROVED')`
}

/**
 * Whether decider and raiser of a ticket `t` are independent: neither changed the other's telephone, address, role, password or second factor
 * since a week before the request, nor is the raiser an API key of the decider.
 */
function independentOf(sql: Queries, decider: Fragment): Fragment {
  const changed = (field: string) => sql`e.before ->> ${field} is distinct from e.after ->> ${field}`
  // An API key raises requests on behalf of the users who made its secrets.
  const hasSecret = sql`exists (select from api_keys k join api_key_secrets s on s.key_id = k.id where k.actor_id = t.raised_by and s.made_by = ${decider})`
  return sql`not ${hasSecret} and not exists (select from audit_entries e
    where e.noun = 'user' and e.at >= t.raised_at - interval '7 days'
      and ((e.user_id = ${decider} and e.noun_id = t.raised_by) or (e.user_id = t.raised_by and e.noun_id = ${decider}))
      and (e.action in ('RESET_PASSWORD', 'END_TWO_FACTOR') or (e.action = 'EDIT' and (${changed('telephone')}
        or ${changed('pendingTelephone')} or ${changed('email')} or ${changed('pendingEmail')} or ${changed('role')}))))`
}

/** Whether decider or raiser of a ticket `t` invited the other within a week before the request. */
function invitedBetween(sql: Queries, decider: Fragment): Fragment {
  return sql`exists (select from audit_entries e where e.noun = 'user' and e.action = 'ADD' and e.at >= t.raised_at - interval '7 days'
    and ((e.user_id = ${decider} and e.noun_id = t.raised_by) or (e.user_id = t.raised_by and e.noun_id = ${decider})))`
}

/**
 * Whether a user may decide a ticket `t` as far as the four-eyes rule goes: they are independent, and neither they nor the raiser invited the
 * other of late, or no other user of their role and organisation could decide it.
 */
function mayJudge(sql: Queries, decider: Fragment): Fragment {
  const other = sql`o.id`
  return sql`(${independentOf(sql, decider)} and (not ${invitedBetween(sql, decider)} or not exists (
    select from users own join users o on o.role = own.role and o.organisation_id is not distinct from own.organisation_id and o.id <> own.id
    where own.id = ${decider} and o.status = 'ACTIVE' and (o.password_set_at is not null or o.last_seen_at is not null) and o.id <> t.raised_by
      and ${independentOf(sql, other)} and not ${invitedBetween(sql, other)})))`
}

/** Whether the caller may decide a ticket `t` as far as the four-eyes rule goes; see `mayJudge`. */
export function isIndependent(sql: Queries, { userId }: Pick<Caller, 'userId'>): Fragment {
  return mayJudge(sql, sql`${userId}::bigint`)
}

/** Whether the caller or the raiser of a ticket `t` invited the other of late. */
export function isOfInviter(sql: Queries, { userId }: Pick<Caller, 'userId'>): Fragment {
  return invitedBetween(sql, sql`${userId}::bigint`)
}

/** Whether the caller may decide a step of a ticket `t` now; never for their own tickets. */
export function decidable(sql: Queries, caller: Caller): Fragment {
  return sql`(t.state = 'PENDING' and t.raised_by <> ${caller.userId} and ${isIndependent(sql, caller)} and exists (
    select from ticket_steps s where s.ticket_id = t.id and ${isApprover(sql, caller)} and ${isOpen(sql)}))`
}

/** Returns the caller's step of a ticket: the open one, else the last one. */
export async function ownStep(
  sql: Queries,
  caller: Caller,
  ticketId: number,
): Promise<{ id: number; place: number; open: boolean } | undefined> {
  const [step] = await sql<{ id: number; place: number; open: boolean }[]>`
    select s.id, s.place, ${isOpen(sql)} as open from ticket_steps s
    where s.ticket_id = ${ticketId} and ${isApprover(sql, caller)} order by open desc, s.place desc limit 1`
  return step
}

/** Selects the instant at which the deadline of a ticket `t` becomes near: a quarter of its time is left. */
export function reminderDueAt(sql: Queries): Fragment {
  return sql`t.due_at - (t.due_at - t.raised_at) / 4`
}

/** Selects since when a user `user` has belonged to their present organisation. */
function memberSince(sql: Queries, user: Fragment): Fragment {
  return sql`greatest(${user}.created_at, (select max(e.at) from audit_entries e where e.noun = 'user' and e.noun_id = ${user}.id and e.action = 'EDIT'
    and e.before ->> 'organisationId' is distinct from e.after ->> 'organisationId'))`
}

/** Selects tickets with the columns that depend on the caller. */
export async function selectTickets(
  sql: Queries,
  caller: Caller,
  condition: Fragment,
  end: Fragment,
): Promise<(Ticket & InternalColumns)[]> {
  const at = machineNow()
  const rows = await sql<TicketRow[]>`
    select t.id as "ticketId", t.kind, t.state, t.subject_type as "subjectType", t.subject_id as "subjectId",
      t.subject_name as "subjectName", u.display_name as "raisedBy", u.user_name as "raisedByUserName", ${memberSince(sql, sql`u`)} as "raisedBySince", t.raised_at as "raisedAt", t.decided_at as "decidedAt",
      t.due_at as "dueAt", case when t.state <> 'PENDING' then null when t.due_at <= ${at}::timestamptz then 'OVERDUE'
        when ${reminderDueAt(sql)} <= ${at}::timestamptz then 'SOON' else 'NORMAL' end as urgency,
      o.name as "organisationName", t.payload, t.raised_by as "raisedById", ${decidable(sql, caller)} as "canDecide", ${isOfInviter(sql, caller)} as "isInviter",
      (t.state = 'PENDING' and t.raised_by = ${caller.userId}) as "canWithdraw",
      ${hasPart(sql, caller)} as "hasPart"
    from ${tickets(sql)} where ${condition} ${end}`
  return rows.map((row) => ({
    ...row,
    raisedBySince: toInstant(row.raisedBySince),
    raisedAt: toInstant(row.raisedAt),
    dueAt: toInstant(row.dueAt),
    decidedAt: instantOrNull(row.decidedAt),
  }))
}

/** Describes tickets as of a moment, in herd time: those decided later were pending. */
export async function describeTicketsAsOf<T extends Ticket>(
  sql: Queries,
  list: readonly T[],
  asOf: AsOf,
): Promise<T[]> {
  const until = eventCutoff(asOf)
  const rows = await sql<{ id: number }[]>`
    select t.id from tickets t where t.id = any(${list.map(({ ticketId }) => ticketId)}::bigint[]) and ${decidedInHerd(sql)} <= ${until}::timestamptz`
  const decided = new Set(rows.map(({ id }) => id))
  return list.map((ticket) => {
    const isDecided = decided.has(ticket.ticketId)
    const urgency = isDecided ? null : Date.parse(ticket.dueAt) <= until ? 'OVERDUE' : 'NORMAL'
    return {
      ...ticket,
      ...(!isDecided && { state: 'PENDING', decidedAt: null }),
      urgency,
      canDecide: false,
      canWithdraw: false,
    }
  })
}

/** A ticket as stored. */
type TicketRecord = Omit<
  TicketDetail,
  'steps' | 'effects' | 'effectsKeptAt' | 'absent' | 'withdrawal' | 'isInviter'
> & {
  steps: Omit<TicketStep, 'effects'>[]
}

/** Reads a ticket. @throws CallError NOT_FOUND when the caller may not see it */
export async function findTicket(
  sql: Queries,
  caller: Caller,
  ticketId: number,
  condition = visible(sql, caller),
): Promise<TicketRecord> {
  return (await readTicket(sql, caller, ticketId, condition)).ticket
}

/** Reads a ticket in the reader's language, with its present effect, or the effect stored with its decision. @throws CallError NOT_FOUND when the caller may not see it */
export async function presentTicket(
  sql: Queries,
  caller: Caller,
  ticketId: number,
  language: Language,
): Promise<TicketDetail> {
  const { ticket, payload, raisedById, isInviter } = await readTicket(sql, caller, ticketId)
  const { kind, state, subjectId, subjectType } = ticket
  const readable = await effectOf(kind).forReader(sql, caller, { id: ticketId, subjectId }, payload)
  const changes = effectOf(kind).changes(await effectOf(kind).inLanguage(sql, readable, language))
  const storedEffects = await effectsOfSteps(sql, ticketId)
  const now = state === 'PENDING' ? await effectOf(kind).effectOn(sql, { id: ticketId, subjectId }, payload) : []
  const visibleProjectIds = await visibleEffectProjects(sql, caller, subjectType, [
    ...now,
    ...[...storedEffects.values()].flat(),
  ])
  const shown = (effects: readonly ProjectEffect[]) =>
    effects.filter(({ projectId }) => visibleProjectIds.has(projectId))
  // A farm's rule may need several banks, which do not know of each other.
  const isOtherBank = ({ approverRole, approverOrganisationId }: Omit<TicketStep, 'effects'>) =>
    caller.organisationKind === 'BANK' &&
    approverRole === 'ADMIN_BANK' &&
    approverOrganisationId !== caller.organisationId
  const ownSteps = ticket.steps.filter((step) => !isOtherBank(step))
  const steps = ownSteps.map((step) => {
    const effects = storedEffects.get(step.id)
    return { ...step, effects: effects === undefined ? null : shown(effects) }
  })
  const last = steps
    .filter(({ decidedAt }) => state !== 'PENDING' && state !== 'WITHDRAWN' && decidedAt === ticket.decidedAt)
    .at(-1)
  return {
    ...ticket,
    changes,
    steps,
    effects: last?.effects ?? shown(now),
    effectsKeptAt: last?.effects ? last.decidedAt : null,
    withdrawal: await withdrawalOf(sql, ticketId),
    isInviter: ticket.canDecide && isInviter,
    absent: ticket.canDecide
      ? await absentFor(sql, { userId: caller.userId, raisedBy: raisedById, at: machineNow() })
      : [],
  }
}

async function withdrawalOf(sql: Queries, ticketId: number): Promise<TicketDetail['withdrawal']> {
  const [row] = await sql<NonNullable<TicketDetail['withdrawal']>[]>`
    select u.display_name as by, w.overtaken_by as "overtakenBy", w.comment from ticket_withdrawals w left join users u on u.id = w.withdrawn_by where w.ticket_id = ${ticketId}`
  return row ?? null
}

async function readTicket(
  sql: Queries,
  caller: Caller,
  ticketId: number,
  condition = visible(sql, caller),
): Promise<Omit<InternalColumns, 'hasPart'> & { ticket: TicketRecord }> {
  const [rows, steps, comments] = await Promise.all([
    selectTickets(sql, caller, sql`t.id = ${ticketId} and ${condition}`, sql``),
    sql<StepRow[]>`
      select s.id, s.place, s.approver_role as "approverRole", s.approver_org_id as "approverOrganisationId",
        o.name as "approverOrganisationName", s.decision, u.display_name as "decidedBy", a.display_name as "decidedFor",
        u.user_name as "deciderUserName", d.name as "deciderOrganisationName", ${memberSince(sql, sql`u`)} as "deciderSince",
        s.decided_at as "decidedAt", s.is_of_inviter as "isOfInviter", s.comment
      from ticket_steps s left join organisations o on o.id = s.approver_org_id left join users u on u.id = s.decided_by
        left join organisations d on d.id = u.organisation_id
        left join users a on a.id = s.decided_for
      where s.ticket_id = ${ticketId} order by s.place, s.id`,
    commentsOf(sql, ticketId, caller),
  ])
  const { payload, raisedById, isInviter, hasPart: canComment, ...ticket } = first(rows)
  const changes = effectOf(ticket.kind).changes(payload)
  const decided = steps.map(({ deciderUserName, deciderOrganisationName, deciderSince, ...step }) => ({
    ...step,
    decider:
      deciderUserName === null || deciderSince === null
        ? null
        : {
            userName: deciderUserName,
            organisationName: deciderOrganisationName,
            memberSince: toInstant(deciderSince),
          },
    decidedAt: instantOrNull(step.decidedAt),
  }))
  return {
    payload,
    raisedById,
    isInviter,
    ticket: { ...ticket, changes, steps: decided, comments: canComment ? comments : [], canComment },
  }
}

/**
 * Returns the users who should decide the open steps of a ticket at an instant (epoch ms). Leaves out the raiser, users
 * who are not independent of them, and absent users with a stand-in.
 */
export async function deciders(sql: Queries, ticketId: number, at: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct u.id from ticket_steps s join tickets t on t.id = s.ticket_id
      join users u on u.role = s.approver_role and (s.approver_org_id is null or s.approver_org_id = u.organisation_id)
    where t.id = ${ticketId} and t.state = 'PENDING' and ${isOpen(sql)} and u.status = 'ACTIVE' and u.id <> t.raised_by
      and ${mayJudge(sql, sql`u.id`)}
      and not exists (select from ${standInsAt(sql, at)} i where i.absent_id = u.id and i.stand_in_id <> t.raised_by
        and ${mayJudge(sql, sql`i.stand_in_id`)})`
  return rows.map(({ id }) => id)
}

/** The facts of a ticket that its decision needs. */
export interface TicketHead {
  id: number
  kind: TicketKind
  state: Ticket['state']
  subjectId: number
  subjectName: string
  payload: unknown
  raisedBy: number
}

/**
 * Locks a ticket until the transaction ends, so that the second of two concurrent decisions sees the first.
 * @throws CallError NOT_FOUND when the caller may not see the ticket
 */
export async function lockTicket(sql: Queries, caller: Caller, ticketId: number): Promise<TicketHead> {
  await sql`select from tickets where id = ${ticketId} for update`
  return headOf(sql, ticketId, visible(sql, caller))
}

/** Reads the head of a ticket that is already locked. */
export async function headOf(sql: Queries, ticketId: number, condition: Fragment = sql`true`): Promise<TicketHead> {
  return first(
    await sql<TicketHead[]>`
      select t.id, t.kind, t.state, t.subject_id as "subjectId", t.subject_name as "subjectName", t.payload,
        t.raised_by as "raisedBy"
      from ${tickets(sql)} where t.id = ${ticketId} and ${condition}`,
  )
}
