import type { Notice, NoticeCode, NoticeCounts, NoticeType } from '#contract/office/notices.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'

/** How many the bell shows: older ones are there again when newer ones are cleared. */
const listed = 200

interface NewNotice {
  type: NoticeType
  code: NoticeCode
  params: Record<string, string>
  /** Where in the console it leads; null: nowhere. */
  path: string | null
  /** Machine time, epoch ms. */
  at: number
}

/** The people whose notices changed, and the new one; null: old ones were read or are gone. To be told after the commit. */
export interface NoticeChange {
  userId: number
  notice: Notice | null
}

type NoticeRow = Omit<Notice, 'at'> & { at: number; userId: number }

function columns(sql: Queries): Fragment {
  return sql`n.id, n.user_id as "userId", n.type, n.code, n.params, n.path, n.at, n.read_at is not null as read`
}

function toNotice({ userId: _userId, at, ...row }: NoticeRow): Notice {
  return { ...row, at: toInstant(at) }
}

/** Writes a notice to each of some users, in the transaction that causes it. @returns what `tellNotices` is to tell */
export async function insertNotices(sql: Queries, userIds: readonly number[], notice: NewNotice): Promise<NoticeChange[]> {
  const { type, code, params, path, at } = notice
  const rows = await sql<NoticeRow[]>`
    insert into notices as n (user_id, type, code, params, path, at)
    select distinct user_id, ${type}, ${code}, ${JSON.stringify(params)}::text::jsonb, ${path}::text, ${at}::timestamptz
    from unnest(${[...userIds]}::bigint[]) as user_id
    returning ${columns(sql)}`
  return rows.map((row) => ({ userId: row.userId, notice: toNotice(row) }))
}

/** Notices that were written in this transaction. @returns what `tellNotices` is to tell */
export async function noticesOf(sql: Queries, ids: readonly number[]): Promise<NoticeChange[]> {
  if (ids.length === 0) return []
  const rows = await sql<NoticeRow[]>`select ${columns(sql)} from notices n where n.id = any(${[...ids]}::bigint[]) order by n.id`
  return rows.map((row) => ({ userId: row.userId, notice: toNotice(row) }))
}

/** Takes away the events that wait on a page, but for some users: the others have nothing to do there any more. @returns what `tellNotices` is to tell */
export async function endEvents(sql: Queries, path: string, at: number, exceptFor: readonly number[] = []): Promise<NoticeChange[]> {
  const rows = await sql<{ userId: number }[]>`
    update notices set cleared_at = ${at}, read_at = coalesce(read_at, ${at})
    where path = ${path} and type = 'event' and cleared_at is null and user_id <> all(${[...exceptFor]}::bigint[])
    returning user_id as "userId"`
  return rows.map(({ userId }) => ({ userId, notice: null }))
}

/** Takes away all notices of somebody who leaves an organisation, read or not: they tell what is its alone. @returns what `tellNotices` is to tell */
export async function endNoticesOf(sql: Queries, userId: number, at: number): Promise<NoticeChange[]> {
  const { count } = await sql`update notices set cleared_at = ${at} where user_id = ${userId} and cleared_at is null`
  return count > 0 ? [{ userId, notice: null }] : []
}

/** Shows notices that were committed on the screens of those they are for. Never fails: they are in the list anyhow. */
export async function tellNotices({ sql, log, events }: Pick<Context, 'sql' | 'events'> & { log: Pick<Context['log'], 'warn'> }, changes: readonly NoticeChange[]): Promise<void> {
  try {
    const counts = await countNotices(sql, changes.map(({ userId }) => userId))
    for (const { userId, notice } of changes) events.emit('noticesChanged', { userId, counts: counts.get(userId) ?? none, notice })
  } catch (error) {
    log.warn({ err: error }, 'notices could not be told')
  }
}

const dayMs = 86_400_000
const clearedDays = 30
const keptDays = 400

/** Deletes notices a month after they were cleared, and after a year and a bit in any case. Machine time, epoch ms. */
export async function deleteOldNotices(sql: Queries, now: number): Promise<void> {
  await sql`delete from notices where cleared_at < ${now - clearedDays * dayMs} or at < ${now - keptDays * dayMs}`
}

const none: NoticeCounts = { notifyCount: 0, unreadCount: 0 }

async function countNotices(sql: Queries, userIds: readonly number[]): Promise<Map<number, NoticeCounts>> {
  if (userIds.length === 0) return new Map()
  const rows = await sql<(NoticeCounts & { userId: number })[]>`
    select user_id as "userId", count(*) as "notifyCount", count(*) filter (where read_at is null) as "unreadCount"
    from notices where user_id = any(${[...userIds]}::bigint[]) and cleared_at is null group by user_id`
  return new Map(rows.map(({ userId, notifyCount, unreadCount }) => [userId, { notifyCount, unreadCount }]))
}

/** How many notices a user has that were not cleared, and how many of them were not read. */
export async function noticeCounts(sql: Queries, userId: number): Promise<NoticeCounts> {
  return (await countNotices(sql, [userId])).get(userId) ?? none
}

export const noticeHandlers: HandlersOf<'notices'> = {
  async list(_input, { userId }, { sql }) {
    const [rows, counts] = await Promise.all([
      sql<NoticeRow[]>`
        select ${columns(sql)} from notices n where n.user_id = ${userId} and n.cleared_at is null
        order by n.id desc limit ${listed}`,
      noticeCounts(sql, userId),
    ])
    return { ...counts, list: rows.map(toNotice) }
  },

  async read({ ids, type }, { userId }, context) {
    const { sql } = context
    const named = ids === undefined ? sql`true` : sql`id = any(${ids}::bigint[])`
    const changed = await sql`
      update notices set read_at = ${machineNow()}
      where user_id = ${userId} and read_at is null and cleared_at is null and ${named} and ${ofType(sql, type)}`
    return tellOwn(context, userId, changed.count)
  },

  async clear({ type }, { userId }, context) {
    const { sql } = context
    const now = machineNow()
    const changed = await sql`
      update notices set cleared_at = ${now}, read_at = coalesce(read_at, ${now})
      where user_id = ${userId} and cleared_at is null and ${ofType(sql, type)}`
    return tellOwn(context, userId, changed.count)
  },
}

function ofType(sql: Queries, type: NoticeType | undefined): Fragment {
  return type === undefined ? sql`true` : sql`type = ${type}`
}

/** A notice that is read on one screen is read on one's others, too. */
async function tellOwn(context: Context, userId: number, changed: number): Promise<NoticeCounts> {
  const counts = await noticeCounts(context.sql, userId)
  if (changed > 0) context.events.emit('noticesChanged', { userId, counts, notice: null })
  return counts
}
