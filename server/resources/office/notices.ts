import type { Notice, NoticeCode, NoticeCounts, NoticeType } from '#contract/office/notices.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'

/** Maximum notices listed; older ones reappear when newer ones are cleared. */
const maxListed = 200

interface NewNotice {
  type: NoticeType
  code: NoticeCode
  params: Record<string, string>
  /** The console page that it opens; null for no page. */
  path: string | null
  /** Machine time, epoch ms. */
  at: number
}

/** A user whose notices changed, and the new one; null when old ones were read or removed. Must be emitted after the commit. */
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

/** Inserts a notice for each of some users, in the causing transaction. @returns the input for `emitNotices` */
export async function insertNotices(
  sql: Queries,
  userIds: readonly number[],
  notice: NewNotice,
): Promise<NoticeChange[]> {
  const { type, code, params, path, at } = notice
  const rows = await sql<NoticeRow[]>`
    insert into notices as n (user_id, type, code, params, path, at)
    select distinct user_id, ${type}, ${code}, ${JSON.stringify(params)}::text::jsonb, ${path}::text, ${at}::timestamptz
    from unnest(${[...userIds]}::bigint[]) as user_id
    returning ${columns(sql)}`
  return rows.map((row) => ({ userId: row.userId, notice: toNotice(row) }))
}

/** Reads notices inserted in this transaction. @returns the input for `emitNotices` */
export async function noticesOf(sql: Queries, ids: readonly number[]): Promise<NoticeChange[]> {
  if (ids.length === 0) return []
  const rows = await sql<
    NoticeRow[]
  >`select ${columns(sql)} from notices n where n.id = any(${[...ids]}::bigint[]) order by n.id`
  return rows.map((row) => ({ userId: row.userId, notice: toNotice(row) }))
}

/**
 * Clears the event notices that point to a page, because nothing is left to do there.
 * @param exceptFor ids of users who keep theirs
 * @returns the input for `emitNotices`
 */
export async function endEvents(
  sql: Queries,
  path: string,
  at: number,
  exceptFor: readonly number[] = [],
): Promise<NoticeChange[]> {
  const rows = await sql<{ userId: number }[]>`
    update notices set cleared_at = ${at}, read_at = coalesce(read_at, ${at})
    where path = ${path} and type = 'event' and cleared_at is null and user_id <> all(${[...exceptFor]}::bigint[])
    returning user_id as "userId"`
  return rows.map(({ userId }) => ({ userId, notice: null }))
}

/** Clears all notices of a user who leaves an organisation, because their content belongs to it. @returns the input for `emitNotices` */
export async function endNoticesOf(sql: Queries, userId: number, at: number): Promise<NoticeChange[]> {
  const { count } = await sql`update notices set cleared_at = ${at} where user_id = ${userId} and cleared_at is null`
  return count > 0 ? [{ userId, notice: null }] : []
}

/** Emits committed notices to their users' screens. Never throws: the list shows the notices in any case. */
export async function emitNotices(
  { sql, log, events }: Pick<Context, 'sql' | 'events'> & { log: Pick<Context['log'], 'warn'> },
  changes: readonly NoticeChange[],
): Promise<void> {
  try {
    const counts = await countNotices(
      sql,
      changes.map(({ userId }) => userId),
    )
    for (const { userId, notice } of changes)
      events.emit('noticesChanged', { userId, counts: counts.get(userId) ?? none, notice })
  } catch (error) {
    log.warn({ err: error }, 'notices could not be told')
  }
}

const dayMs = 86_400_000
const clearedDays = 30
const maxAgeDays = 400

/** Deletes notices 30 days after they were cleared, and after 400 days in any case. @param now machine time, epoch ms */
export async function deleteOldNotices(sql: Queries, now: number): Promise<void> {
  await sql`delete from notices where cleared_at < ${now - clearedDays * dayMs} or at < ${now - maxAgeDays * dayMs}`
}

const none: NoticeCounts = { notifyCount: 0, unreadCount: 0 }

async function countNotices(sql: Queries, userIds: readonly number[]): Promise<Map<number, NoticeCounts>> {
  if (userIds.length === 0) return new Map()
  const rows = await sql<(NoticeCounts & { userId: number })[]>`
    select user_id as "userId", count(*) as "notifyCount", count(*) filter (where read_at is null) as "unreadCount"
    from notices where user_id = any(${[...userIds]}::bigint[]) and cleared_at is null group by user_id`
  return new Map(rows.map(({ userId, notifyCount, unreadCount }) => [userId, { notifyCount, unreadCount }]))
}

/** Returns how many uncleared notices a user has, and how many of them are unread. */
export async function noticeCounts(sql: Queries, userId: number): Promise<NoticeCounts> {
  return (await countNotices(sql, [userId])).get(userId) ?? none
}

export const noticeHandlers: HandlersOf<'notices'> = {
  async list(_input, { userId }, { sql }) {
    const [rows, counts] = await Promise.all([
      sql<NoticeRow[]>`
        select ${columns(sql)} from notices n where n.user_id = ${userId} and n.cleared_at is null
        order by n.id desc limit ${maxListed}`,
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
    return emitOwnCounts(context, userId, changed.count)
  },

  async clear({ type }, { userId }, context) {
    const { sql } = context
    const now = machineNow()
    const changed = await sql`
      update notices set cleared_at = ${now}, read_at = coalesce(read_at, ${now})
      where user_id = ${userId} and cleared_at is null and ${ofType(sql, type)}`
    return emitOwnCounts(context, userId, changed.count)
  },
}

function ofType(sql: Queries, type: NoticeType | undefined): Fragment {
  return type === undefined ? sql`true` : sql`type = ${type}`
}

/** Updates the counts on all screens of the user. */
async function emitOwnCounts(context: Context, userId: number, changed: number): Promise<NoticeCounts> {
  const counts = await noticeCounts(context.sql, userId)
  if (changed > 0) context.events.emit('noticesChanged', { userId, counts, notice: null })
  return counts
}
