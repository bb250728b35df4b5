import type { Reply } from '#contract/calls/endpoint.ts'
import { maxAbsenceDays, type standInEndpoints } from '#contract/office/standIns.ts'
import type { NoticeCode } from '#contract/office/notices.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import { machineNow, toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { audit } from '../../../records/audit.ts'
import { first } from '../../../records/transaction.ts'
import { transact, type Within } from '../../../records/write.ts'
import { insertNotices, emitNotices } from '../notices.ts'

type StandIns = Reply<typeof standInEndpoints.list>
type Row = Omit<StandIns['list'][number], 'startsAt' | 'endsAt'> & { startsAt: number; endsAt: number }

interface Absence {
  id: number
  absentId: number
  standInId: number
  startsAt: number
  endsAt: number
}

const dayMs = 86_400_000

/** Whether a user `u` has the caller's role and organisation. */
function isColleague(sql: Queries, { role, organisationId }: Caller): Fragment {
  return sql`u.role = ${role} and u.organisation_id is not distinct from ${organisationId}`
}

async function readStandIns(sql: Queries, caller: Caller): Promise<StandIns> {
  const at = machineNow()
  const { userId } = caller
  const [rows, candidates] = await Promise.all([
    sql<Row[]>`
      select i.id, u.display_name as "absentName", s.display_name as "standInName", i.starts_at as "startsAt", i.ends_at as "endsAt",
        i.starts_at <= ${at}::timestamptz as "isNow", u.id = ${userId} as "isOwn"
      from ticket_stand_ins i join users u on u.id = i.absent_id join users s on s.id = i.stand_in_id
      where i.ended_at is null and i.ends_at > ${at}::timestamptz and ${isColleague(sql, caller)} order by i.starts_at, i.id`,
    sql<{ id: number; name: string }[]>`
      select u.id, u.display_name as name from users u
      where u.status = 'ACTIVE' and u.id <> ${userId} and ${isColleague(sql, caller)} order by u.display_name, u.id limit 200`,
  ])
  return {
    candidates: [...candidates],
    list: rows.map(({ startsAt, endsAt, ...row }) => ({
      ...row,
      startsAt: toInstant(startsAt),
      endsAt: toInstant(endsAt),
    })),
  }
}

/** @throws CallError CONFLICT when either user is absent in the period, or the caller stands in for somebody then */
async function requireNoOverlap(
  sql: Queries,
  { absentId, standInId, startsAt, endsAt }: Omit<Absence, 'id'>,
): Promise<void> {
  const others = await sql<{ absentId: number }[]>`
    select absent_id as "absentId" from ticket_stand_ins
    where ended_at is null and starts_at < ${endsAt}::timestamptz and ends_at > ${startsAt}::timestamptz
      and (absent_id in (${absentId}, ${standInId}) or stand_in_id = ${absentId})`
  if (others.some((other) => other.absentId === absentId))
    throw new CallError('CONFLICT', { fields: { startsAt: 'away' } })
  if (others.some((other) => other.absentId === standInId))
    throw new CallError('CONFLICT', { fields: { standInId: 'stand_in_away' } })
  if (others.length > 0) throw new CallError('CONFLICT', { fields: { startsAt: 'stands_in' } })
}

/** Notifies a stand-in about the start or end of their task, and updates the screens of the organisation. */
async function notifyStandIn(
  { sql, context, afterCommit }: Within,
  caller: Caller,
  code: NoticeCode,
  { standInId, startsAt, endsAt }: Omit<Absence, 'id'>,
): Promise<void> {
  const params = { by: caller.displayName, from: toInstant(startsAt), to: toInstant(endsAt) }
  const notices = await insertNotices(sql, [standInId], {
    type: 'notification',
    code,
    params,
    path: '/dashboard/approvals',
    at: machineNow(),
  })
  const organisationIds = caller.organisationId === null ? [] : [caller.organisationId]
  afterCommit(() => context.events.emit('recordsChanged', { noun: 'standIns', organisationIds }))
  afterCommit(() => emitNotices(context, notices))
}

export const standInHandlers: HandlersOf<'standIns'> = {
  list: (_input, caller, { sql }) => readStandIns(sql, caller),

  add: ({ standInId, startsAt, endsAt }, caller, context) =>
    transact(context, async (within) => {
      const { sql } = within
      const at = machineNow()
      if (endsAt <= at) throw new CallError('BAD_SHAPE', { fields: { endsAt: 'past' } })
      if (endsAt - startsAt > maxAbsenceDays * dayMs)
        throw new CallError('BAD_SHAPE', { fields: { endsAt: 'period_too_long' } })
      const found = await sql`
        select from users u where u.id = ${standInId} and u.status = 'ACTIVE' and u.id <> ${caller.userId} and ${isColleague(sql, caller)}`
      if (found.length === 0) throw new CallError('BAD_SHAPE', { fields: { standInId: 'unknown' } })
      // Locks the table, so that the second of two concurrent requests sees the first.
      await sql`lock table ticket_stand_ins in share row exclusive mode`
      const absence = { absentId: caller.userId, standInId, startsAt, endsAt }
      await requireNoOverlap(sql, absence)
      const { id } = first(
        await sql<{ id: number }[]>`
        insert into ticket_stand_ins (absent_id, stand_in_id, starts_at, ends_at, named_at)
        values (${caller.userId}, ${standInId}, ${startsAt}, ${endsAt}, ${at}) returning id`,
      )
      await audit(sql, caller, at, {
        action: 'ADD',
        noun: 'standIn',
        nounId: id,
        before: null,
        after: { id, ...absence },
      })
      await notifyStandIn(within, caller, 'STAND_IN_NAMED', absence)
      return readStandIns(sql, caller)
    }),

  end: ({ id }, caller, context) =>
    transact(context, async (within) => {
      const { sql } = within
      const at = machineNow()
      const absence = first(
        await sql<Absence[]>`
        update ticket_stand_ins set ended_at = ${at}
        where id = ${id} and absent_id = ${caller.userId} and ended_at is null and ends_at > ${at}::timestamptz
        returning id, absent_id as "absentId", stand_in_id as "standInId", starts_at as "startsAt", ends_at as "endsAt"`,
      )
      await audit(sql, caller, at, {
        action: 'EDIT',
        noun: 'standIn',
        nounId: id,
        before: absence,
        after: { ...absence, endedAt: at },
      })
      await notifyStandIn(within, caller, 'STAND_IN_ENDED', absence)
      return readStandIns(sql, caller)
    }),
}
