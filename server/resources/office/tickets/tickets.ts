import type { Caller } from '../../../auth/sessions.ts'
import { machineNow } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import { decidedInHerd, raisedInHerd } from '../../../db/projects/ticketTimes.ts'
import type { HandlersOf } from '../../../handler.ts'
import type { Language } from '../../../languages.ts'
import { stepsOf, type TicketParties, ticketRoutes } from './ticketKinds.ts'
import type { NoticeChange } from '../notices.ts'
import { requireSecondFactorProof } from '../../account/proof.ts'
import { textIn, between, contains, idIn, listOf, page } from '../../../records/page.ts'
import { audit } from '../../../records/audit.ts'
import { first } from '../../../records/transaction.ts'
import type { Within } from '../../../records/write.ts'
import { occurredAsOf, instantAsOf } from '../../projects/past/asOf.ts'
import { momentOfList } from '../../projects/past/projectThen.ts'
import { commentOn } from './ticketComments.ts'
import { ticketConcernsProject } from './farmTickets.ts'
import { decideTicket, withdrawTicket } from './ticketDecisions.ts'
import type { RegistrationPayload } from './effects/registration.ts'
import type { RaisableKind } from './ticketEffects.ts'
import { askDeciders, emitTicketChange } from './ticketNotices.ts'
import {
  decidable,
  findTicket,
  presentTicket,
  selectTickets,
  tickets,
  describeTicketsAsOf,
  visible,
} from './ticketRows.ts'

interface NewTicket {
  kind: RaisableKind
  subjectType: 'ORGANISATION' | 'PROJECT' | 'FARM' | 'ANIMAL'
  subjectId: number
  subjectName: string
  /** The change that an approval applies, as read by the kind's effect (ticketEffects.ts). */
  payload: object
  raisedBy: number
  raisedOrgId: number | null
  /** The organisations whose approval may be needed. */
  parties: TicketParties
  /** Banks that must approve it after all other steps. */
  consents?: readonly number[]
  /** Machine time, epoch ms. */
  at: number
  /** Herd time, epoch ms; absent where no herd is concerned. */
  herdAt?: number
  /** Time until the decision is due, ms; by default that of the kind. */
  dueInMs?: number
}

const dayMs = 86_400_000

/**
 * Raises a ticket with its steps, in the caller's transaction, and inserts notices for all deciders of the first place.
 * @returns its id, and the input for `emitNotices` after the commit
 */
export async function raiseTicket(
  sql: Queries,
  ticket: NewTicket,
): Promise<{ ticketId: number; notices: NoticeChange[] }> {
  const {
    kind,
    subjectType,
    subjectId,
    subjectName,
    payload,
    raisedBy,
    raisedOrgId,
    parties,
    consents = [],
    at,
    herdAt = null,
    dueInMs = ticketRoutes[kind].dueDays * dayMs,
  } = ticket
  const planned = stepsOf(kind, parties)
  const lastPlace = Math.max(0, ...planned.map(({ place }) => place))
  const steps = [
    ...planned,
    ...consents.map((organisationId) => ({ place: lastPlace + 1, role: 'ADMIN_BANK' as const, organisationId })),
  ]
  const { id: ticketId } = first(
    await sql<{ id: number }[]>`
      insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at, raised_in_herd, due_at)
      values (${kind}, ${subjectType}, ${subjectId}, ${subjectName}, ${JSON.stringify(payload)}::text::jsonb, ${raisedBy},
        ${raisedOrgId}, ${at}, ${herdAt}, ${at + dueInMs})
      returning id`,
  )
  for (const { place, role, organisationId } of steps) {
    await sql`
      insert into ticket_steps (ticket_id, place, approver_role, approver_org_id)
      values (${ticketId}, ${place}, ${role}, ${organisationId})`
  }
  return { ticketId, notices: await askDeciders(sql, { id: ticketId, kind, subjectName, raisedBy }, at) }
}

/** Raises, audits and announces a ticket of the caller. @returns its id */
export async function requestTicket(
  { sql, context, afterCommit }: Within,
  caller: Caller,
  ticket: Omit<NewTicket, 'raisedBy' | 'raisedOrgId' | 'at' | 'herdAt'>,
): Promise<number> {
  const at = machineNow()
  const { ticketId, notices } = await raiseTicket(sql, {
    ...ticket,
    raisedBy: caller.userId,
    raisedOrgId: caller.organisationId,
    at,
    herdAt: context.clock.now(),
  })
  await audit(sql, caller, at, {
    action: 'ADD',
    noun: 'ticket',
    nounId: ticketId,
    before: null,
    after: await findTicket(sql, caller, ticketId),
  })
  afterCommit(() => emitTicketChange(context, ticketId, notices))
  return ticketId
}

interface ActivatedRegistration {
  organisationId: number
  /** The registrant and their language. */
  userId: number
  language: Language
  /** Machine time, epoch ms. */
  at: number
}

/** Raises the approval ticket of an organisation whose registrant has activated it; see `raiseTicket`. */
export async function raiseRegistration(sql: Queries, { organisationId, userId, language, at }: ActivatedRegistration) {
  const named = first(
    await sql<Omit<RegistrationPayload, 'language'>[]>`
      select o.kind as role, o.name, o.credit_code as "creditCode", o.contact, o.telephone, o.email, o.address,
        o.licence_image_id as "licenceImageId", u.user_name as "userName"
      from organisations o, users u where o.id = ${organisationId} and u.id = ${userId}`,
  )
  return raiseTicket(sql, {
    kind: 'ORGANISATION_REGISTRATION',
    subjectType: 'ORGANISATION',
    subjectId: organisationId,
    subjectName: named.name,
    payload: { ...named, language } satisfies RegistrationPayload,
    raisedBy: userId,
    raisedOrgId: organisationId,
    parties: {},
    at,
  })
}

export const ticketHandlers: HandlersOf<'tickets'> = {
  async list(input, caller, context) {
    const { sql } = context
    const asOf = await momentOfList(context, caller, input)
    const decidedAt = asOf === null ? sql`t.decided_at` : instantAsOf(sql, decidedInHerd(sql), asOf)
    const stateColumn =
      asOf === null ? sql`t.state` : sql`case when ${decidedAt} is null then 'PENDING' else t.state end`
    const mine = {
      TO_DECIDE: decidable(sql, caller),
      RAISED: sql`t.raised_by = ${caller.userId}`,
    }
    const { text, kind, state, raisedFrom, raisedTo, ids, projectId } = input
    const condition = sql`${visible(sql, caller)} and ${occurredAsOf(sql, asOf, raisedInHerd(sql))} and ${input.mine === undefined ? sql`true` : mine[input.mine]}
      and ${textIn(sql, 't.kind', kind)} and ${textIn(sql, stateColumn, state)}
      and ${between(sql, 't.raised_at', raisedFrom, raisedTo)} and ${idIn(sql, 't.id', ids)}
      and ${projectId === undefined ? sql`true` : ticketConcernsProject(sql, caller, projectId)}
      and (${contains(sql, 't.subject_name', text)} or ${contains(sql, 'u.display_name', text)} or ${contains(sql, 'o.name', text)})`
    const columns = {
      id: 't.id',
      ticketId: 't.id',
      kind: 't.kind',
      state: stateColumn,
      raisedAt: 't.raised_at',
      decidedAt,
      dueAt: 't.due_at',
    }
    const [rows, [count]] = await Promise.all([
      selectTickets(sql, caller, condition, page(sql, input, columns, { field: 'raisedAt', order: 'desc' })),
      sql<{ total: number }[]>`select count(*) as total from ${tickets(sql)} where ${condition}`,
    ])
    const list = asOf ? await describeTicketsAsOf(sql, rows, asOf) : rows
    return listOf(list, count?.total ?? 0, input)
  },

  details: ({ ticketId }, caller, { sql }, { language }) => presentTicket(sql, caller, ticketId, language),

  async approve(input, caller, context, call) {
    await requireSecondFactorProof(context.sql, caller)
    await decideTicket(context, caller, input, call)
    return presentTicket(context.sql, caller, input.ticketId, call.language)
  },

  async comment(input, caller, context, call) {
    await commentOn(context, caller, input)
    return presentTicket(context.sql, caller, input.ticketId, call.language)
  },

  async withdraw(input, caller, context, call) {
    await withdrawTicket(context, caller, input, call)
    return presentTicket(context.sql, caller, input.ticketId, call.language)
  },
}
