import { filterShape } from '#contract/calls/lists.ts'
import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import { toInstant } from '../clock.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import type { AnyField, Expression, Noun, Records, RecordsOf, Row, StoredRow } from './describe.ts'
import { textIn, contains, equals } from './page.ts'

/** Where to look for records: current ones, the recycle bin, or both. */
type Where = 'kept' | 'removed' | 'anywhere'

/** Returns the expression that reads a field. */
export function readOf(field: AnyField): Expression {
  if (typeof field === 'function') return field
  if (typeof field === 'object' && 'read' in field) return field.read
  const column = typeof field === 'string' ? field : field.column
  return (sql) => sql`${sql(`r.${column}`)}`
}

/** Puts commas between parts of a query. */
export function commas(sql: Queries, pieces: readonly Fragment[]): Fragment[] {
  return pieces.map((piece, place) => (place === 0 ? piece : sql`, ${piece}`))
}

/** Returns the noun's table as `r`, with its joins. */
export function tableOf(sql: Queries, { table, joins }: Records): Fragment {
  return sql`${sql(table)} r ${joins?.(sql) ?? sql``}`
}

interface More {
  /** End of the query: an order, a limit, a lock. */
  end?: Fragment
  /** Additional columns. */
  besides?: Record<string, Expression>
  /** Fields to read; default: all. */
  only?: ReadonlySet<string>
}

/** Reads stored records that match a condition on `r`; instants in the format of answers. */
export async function selectRecords<N extends Noun, Live>(
  sql: Queries,
  records: RecordsOf<N, Live>,
  condition: Fragment,
  more?: More,
): Promise<Row<N, Live>[]>
export async function selectRecords(
  sql: Queries,
  records: Records,
  condition: Fragment,
  { end = sql``, besides = {}, only }: More = {},
): Promise<object[]> {
  const expressions = Object.entries({ ...records.fields, ...besides }).filter(
    ([name]) => only === undefined || only.has(name) || name in besides,
  )
  const names = expressions.map(([name, field]) => sql`${readOf(field)(sql)} as ${sql(name)}`)
  const rows = await sql<StoredRow[]>`
    select ${commas(sql, names)} from ${tableOf(sql, records)} where ${condition} ${end}`
  for (const row of rows)
    for (const name of [...records.instants, 'deletedAt'])
      if (typeof row[name] === 'number') row[name] = toInstant(row[name])
  return rows
}

/** Returns a condition: records that a caller may see, in the chosen place. */
export function visibleTo(sql: Queries, { visible }: Records, caller: Caller, where: Where = 'kept'): Fragment {
  const inPlace = { kept: sql`r.deleted_at is null`, removed: sql`r.deleted_at is not null`, anywhere: sql`true` }[
    where
  ]
  return sql`${inPlace} and ${visible(sql, caller)}`
}

interface Find {
  where?: Where
  /** Locks the record until the end of the transaction. */
  lock?: boolean
}

/** @throws CallError NOT_FOUND, also for a record that the caller may not see */
export async function findRecord<N extends Noun, Live>(
  sql: Queries,
  records: RecordsOf<N, Live>,
  caller: Caller,
  id: number,
  find?: Find,
): Promise<Row<N, Live>>
export async function findRecord(
  sql: Queries,
  records: Records,
  caller: Caller,
  id: number,
  { where, lock: hold = false }: Find = {},
): Promise<object> {
  const condition = sql`r.id = ${id} and ${visibleTo(sql, records, caller, where)}`
  const [row] = await selectRecords(sql, records, condition, { end: hold ? sql`for update of r` : sql`` })
  if (row === undefined) throw new CallError('NOT_FOUND')
  return row
}

/** Locks records until the end of the transaction, in id order. @throws CallError NOT_FOUND when the caller may not see one of them */
export async function lockRecords<N extends Noun, Live>(
  sql: Queries,
  records: RecordsOf<N, Live>,
  caller: Caller,
  ids: readonly number[],
): Promise<Row<N, Live>[]> {
  const uniqueIds = [...new Set(ids)]
  const condition = sql`r.id = any(${uniqueIds}::bigint[]) and ${visibleTo(sql, records, caller)}`
  const locked = await selectRecords(sql, records, condition, { end: sql`order by r.id for update of r` })
  if (locked.length < uniqueIds.length) throw new CallError('NOT_FOUND')
  return locked
}

/** Returns the condition for the filters of a list call. @param now herd time, epoch ms */
export function matchesFilters(
  sql: Queries,
  { fields, filters, shape }: Records,
  input: Record<string, unknown>,
  now: number,
): Fragment {
  const conditions = Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined || notFilters.has(name)) return []
    if (name === 'ids') return [sql`r.id = any(${value as number[]}::bigint[])`]
    const own = filters[name]
    if (own) return [own(sql, value as never, now)]
    const read = readOf(fields[name] ?? name)(sql)
    switch (filterShape(shape, name)?.kind) {
      case 'text':
        return [contains(sql, read, String(value))]
      case 'many':
        return [textIn(sql, read, value as string[])]
      default:
        return [equals(sql, read, value as string | number)]
    }
  })
  return sql`${[sql`true`, ...conditions.map((condition) => sql`and ${condition}`)]}`
}

const notFilters = new Set(['current', 'pageSize', 'sort'])
