import type { HistoryEntry } from '#contract/calls/records.ts'
import type { Caller } from '../auth/sessions.ts'
import { machineNow, toInstant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import type { Expression, Records, StoredRow } from './describe.ts'
import { listOf, orderBy, page } from './page.ts'
import { matchesFilters, findRecord, readOf, selectRecords, tableOf, visibleTo } from './select.ts'

/** Paging and sorting of a list call, without its filters. */
export interface ListQuery {
  current: number
  pageSize: number
  sort?: { field: string; order: 'asc' | 'desc' } | undefined
}

/** Returns records in the shape of answers, with their fields from memory. */
export async function present(context: Context, { live }: Records, rows: readonly StoredRow[]): Promise<object[]> {
  return live ? live.read(context, rows) : [...rows]
}

/** Returns extra columns for records in the recycle bin. @param now machine time, epoch ms */
function removal({ bin }: Records, now: number): Record<string, Expression> {
  return {
    deletedAt: (sql) => sql`r.deleted_at`,
    deletedBy: (sql) => sql`(select display_name from users where users.id = r.deleted_by)`,
    daysLeft: (sql) =>
      bin
        ? sql`case when not (${bin.needed(sql)}) then greatest(0, ceil(${bin.retentionDays}::int - extract(epoch from ${now}::timestamptz - r.deleted_at) / 86400))::int end`
        : sql`null::int`,
  }
}

/** Returns a page of the records that a caller may see and that match the filters: current ones, or the recycle bin. */
export async function listRecords(
  context: Context,
  records: Records,
  caller: Caller,
  input: ListQuery,
  where: 'kept' | 'removed' = 'kept',
) {
  const { sql, clock } = context
  const besides = where === 'removed' ? removal(records, machineNow()) : {}
  const condition = sql`${visibleTo(sql, records, caller, where)} and ${matchesFilters(sql, records, { ...input }, clock.now())}`
  const fields = Object.entries({ ...records.fields, ...records.sorts, ...besides }).map(([name, field]) => [
    name,
    readOf(field)(sql),
  ])
  const columns = { id: sql`r.id`, ...Object.fromEntries(fields) }
  const defaultSort = where === 'removed' ? { field: 'deletedAt', order: 'desc' as const } : records.sort
  // The subquery reads only the columns to sort and filter by, which an index may cover. The other columns are read for the page's rows only.
  const ofPage = sql`r.id in (select r.id from ${tableOf(sql, records)} where ${condition} ${page(sql, input, columns, defaultSort)})`
  const [rows, [count]] = await Promise.all([
    selectRecords(sql, records, ofPage, {
      end: orderBy(sql, input, columns, defaultSort),
      besides,
      only: records.listed,
    }),
    sql<{ total: number }[]>`select count(*) as total from ${tableOf(sql, records)} where ${condition}`,
  ])
  const list = await present(context, records, rows as StoredRow[])
  // `present` may drop the columns about the removal, so they are merged again.
  const whole = list.map((item, place) => ({ ...rows[place], ...item }))
  return listOf(whole, count?.total ?? 0, input)
}

/** @throws CallError NOT_FOUND */
export async function readRecord(context: Context, records: Records, caller: Caller, id: number): Promise<object> {
  const [item = {}] = await present(context, records, [
    (await findRecord(context.sql, records, caller, id)) as StoredRow,
  ])
  return item
}

type EntryRow = Omit<HistoryEntry, 'at'> & { at: number }

interface HistoryQuery {
  id: number
  current: number
  pageSize: number
}

/** Returns the changes of one record, newest first, with the fields that the contract's record has today. */
export async function readHistory({ sql }: Context, records: Records, caller: Caller, input: HistoryQuery) {
  await findRecord(sql, records, caller, input.id, { where: 'anywhere' })
  return readEntries(sql, records, input)
}

interface EntryScope {
  /** A condition on the entries `e`; default: all. */
  which?: Fragment
  /** Earliest entry returned, epoch ms. Also hides the first entry's previous values. */
  since?: number | null
}

/**
 * Returns a page of a record's audit entries. The caller must have checked access to the record.
 * @param noted the audit noun, and the contract's record schema
 */
export async function readEntries(
  sql: Queries,
  noted: Pick<Records, 'noun' | 'item'>,
  input: HistoryQuery,
  { which = sql`true`, since = null }: EntryScope = {},
) {
  const isTold = sql`e.noun = ${noted.noun} and e.noun_id = ${input.id} and ${since === null ? sql`true` : sql`e.at >= ${since}::timestamptz`}`
  const condition = sql`${isTold} and ${which}`
  const before =
    since === null
      ? sql`e.before`
      : sql`case when e.id > (select min(e.id) from audit_entries e where ${isTold}) then e.before end`
  const [rows, [count]] = await Promise.all([
    sql<EntryRow[]>`
      select e.id, e.at, e.action, u.display_name as by, e.detail ->> 'reason' as reason, e.detail ->> 'importedFrom' as "importedFrom", ${before} as before, e.after
      from audit_entries e left join users u on u.id = e.user_id where ${condition}
      order by e.id desc limit ${input.pageSize} offset ${(input.current - 1) * input.pageSize}`,
    sql<{ total: number }[]>`select count(*) as total from audit_entries e where ${condition}`,
  ])
  const named = (record: HistoryEntry['before']) =>
    record && Object.fromEntries(Object.entries(record).filter(([name]) => name in noted.item.shape))
  const list = rows.map((row) => ({
    ...row,
    at: toInstant(row.at),
    before: named(row.before),
    after: named(row.after),
  }))
  return listOf(list, count?.total ?? 0, input)
}
