import type { DayClose } from '#contract/projects/days/dayCloses.ts'
import { CallError } from '../../../callError.ts'
import { machineNow, toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { codeOf } from '../../../errorCode.ts'
import type { HandlersOf } from '../../../handler.ts'
import { audit } from '../../../records/audit.ts'
import { idIn, listOf, page } from '../../../records/page.ts'
import { first, inTransaction } from '../../../records/transaction.ts'
import { handCountOf } from '../handCounts.ts'
import { occurredAsOf } from '../past/asOf.ts'
import { resolveProjectAsOf } from '../past/projectThen.ts'
import { projectChangeEvent, readVisibleProject, type ProjectDay } from '../projectAccess.ts'
import { countExplained, figuresOf, outsideKind } from './projectFigures.ts'

type Stored = Omit<DayClose, 'closedAt'> & { closedAt: number }

/**
 * Selects how many heads that the ledger counted at an instant were outside their farm by an alert in force. It reads sealed rows that never change
 * for that instant, so a closed day needs no copy.
 */
export function outsideAt(sql: Queries, projectId: Fragment, at: Fragment): Fragment {
  return sql`
    select count(distinct a.animal_id)::int from alerts a join alert_occurrences o on o.alert_id = a.id
      join pledges p on p.animal_id = a.animal_id and p.project_id = ${projectId} and p.pledged_at <= ${at}
      join lateral (
        select e.heads > 0 as counts from ledger_heads h join ledger_entries e on e.id = h.entry_id
        where h.pledge_id = p.id and e.recorded_at <= ${at} order by e.id desc limit 1
      ) newest on newest.counts
    where a.kind = ${outsideKind} and a.farm_id in (select farm_id from project_farms pf where pf.project_id = ${projectId})
      and o.raised_at <= ${at} and (o.cleared_at is null or o.cleared_at > ${at})`
}

/** Reads closed days `c`, without an access check. */
export function readCloses(sql: Queries, where: Fragment): Promise<Stored[]> {
  return sql<Stored[]>`
    select c.id, c.day, c.window_minutes as "windowMinutes", c.contracted, c.ledger, c.heard, c.unverified, c.unaccounted, (${outsideAt(sql, sql`c.project_id`, sql`c.closed_at`)}) as outside, c.hand_count as "handCount",
      c.eligible_value as "eligibleValue", c.balance, c.ratio, c.note, u.display_name as "closedBy", c.closed_at as "closedAt"
    from day_closes c left join users u on u.id = c.closed_by where ${where}`
}

/** Returns a closed day as in answers. */
export const toClose = (row: Stored): DayClose => ({ ...row, closedAt: toInstant(row.closedAt) })

export const dayCloseHandlers: HandlersOf<'dayCloses'> = {
  async list(input, caller, context) {
    const { sql } = context
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    const where = sql`c.project_id = ${project.id} and ${occurredAsOf(sql, asOf, 'c.closed_at')} and ${idIn(sql, 'c.id', input.ids)} and ${input.from === undefined ? sql`true` : sql`c.day >= ${input.from}::date`} and ${input.to === undefined ? sql`true` : sql`c.day <= ${input.to}::date`}`
    const [rows, [count]] = await Promise.all([
      readCloses(
        sql,
        sql`${where} ${page(sql, input, { id: 'c.day', day: 'c.day' }, { field: 'day', order: 'desc' })}`,
      ),
      sql<{ total: number }[]>`select count(*) as total from day_closes c where ${where}`,
    ])
    return listOf(rows.map(toClose), count?.total ?? 0, input)
  },

  async add(input, caller, context) {
    const { clock, events, herd, countedHeads } = context
    const now = clock.now()
    const done = await inTransaction(context.sql, async (sql) => {
      const project = await readVisibleProject(sql, caller, input.id, now, { hold: true })
      const { id, day, status } = project
      if (status !== 'ACTIVE' && status !== 'CLOSING') throw new CallError('NOT_OPEN')
      if (day !== input.day) throw new CallError('BAD_SHAPE', { fields: { day: 'not_today' } })
      // Locks the lines, so that no entry is posted between the count and the close.
      await sql`select from collateral_lines where project_id = ${id} order by id for share`
      const figures = first([...(await figuresOf({ sql, herd, countedHeads }, [id])).values()])
      const unexplained = figures.unaccounted - (await countExplained(sql, figures, day, null))
      if (unexplained > 0)
        throw new CallError('CONFLICT', { fields: { day: 'unexplained' }, details: { heads: String(unexplained) } })
      const counted = await handCountOf({ sql, herd }, project)
      // Ignores a manual count of another day, or of only some of the farms.
      const handCount = counted?.day === day && counted.farms === project.farmIds.length ? counted.heads : null
      if (handCount !== null && handCount !== figures.ledger && input.note === '')
        throw new CallError('CONFLICT', {
          fields: { note: 'count_differs' },
          details: { heads: String(handCount - figures.ledger) },
        })
      const {
        balance,
        coverage: { value, ratio },
      } = figures
      const closeId = await insertClose(sql, {
        ...figures,
        id,
        day,
        handCount,
        value,
        balance,
        ratio,
        note: input.note,
        closedBy: caller.userId,
        closedAt: now,
      })
      const close = toClose(first(await readCloses(sql, sql`c.id = ${closeId}`)))
      await audit(sql, caller, machineNow(), {
        action: 'ADD',
        noun: 'dayClose',
        nounId: close.id,
        before: null,
        after: { ...close, projectId: id },
      })
      return { close, change: await projectChangeEvent(sql, [id], 'dayCloses') }
    }).catch(closedAlready)
    events.emit('recordsChanged', done.change)
    return done.close
  },
}

type NewClose = Pick<ProjectDay, 'id' | 'day'> &
  Omit<DayClose, 'id' | 'day' | 'outside' | 'eligibleValue' | 'closedBy' | 'closedAt'> & {
    value: string
    closedBy: number
    closedAt: number
  }

/** Stores the closing figures of a project's day. @returns its id */
export async function insertClose(
  sql: Queries,
  {
    id,
    day,
    windowMinutes,
    contracted,
    ledger,
    heard,
    unverified,
    unaccounted,
    handCount,
    value,
    balance,
    ratio,
    note,
    closedBy,
    closedAt,
  }: NewClose,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into day_closes (project_id, day, window_minutes, contracted, ledger, heard, unverified, unaccounted, hand_count, eligible_value, balance, ratio, note, closed_by, closed_at)
    values (${id}, ${day}::date, ${windowMinutes}, ${contracted}, ${ledger}, ${heard}, ${unverified}, ${unaccounted}, ${handCount}, ${value}::numeric, ${balance}::numeric,
      ${ratio}::numeric, ${note}, ${closedBy}, ${closedAt}) returning id`
  return row?.id ?? 0
}

function closedAlready(error: unknown): never {
  throw codeOf(error) === '23505' ? new CallError('CONFLICT', { fields: { day: 'closed' }, cause: error }) : error
}
