import type { ImportFaultCode } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { Columns } from '../describe.ts'
import { commas } from '../select.ts'
import type { Imported } from './describe.ts'

export interface Taken {
  field: string
  row: number
  code: ImportFaultCode
  /** The record that has the value. */
  id: number
}

/** Returns the rows whose unique values another record already has. */
export async function findTakenRows(
  sql: Queries,
  imported: Imported,
  caller: Caller,
  rows: readonly { row: number; columns: Columns }[],
): Promise<Taken[]> {
  if (rows.length === 0) return []
  const json = JSON.stringify(rows)
  return taken(
    sql,
    imported,
    caller,
    sql`select (e ->> 'row')::int as sheet_row, e -> 'columns' as columns from jsonb_array_elements(${json}::text::jsonb) e`,
  )
}

/** Returns the staged rows of an import whose unique values another record already has. */
export function findTakenStagedRows(
  sql: Queries,
  imported: Imported,
  caller: Caller,
  importId: number,
): Promise<Taken[]> {
  return taken(
    sql,
    imported,
    caller,
    sql`select sheet_row, columns from import_rows where import_id = ${importId} and input is null`,
  )
}

async function taken(
  sql: Queries,
  { unique, records: { table } }: Imported,
  caller: Caller,
  rows: Fragment,
): Promise<Taken[]> {
  const found: Taken[] = []
  for (const { field, columns, owner, acrossOwners } of unique) {
    const same = columns.map(
      (column, place) => sql`${place === 0 ? sql`` : sql`and`} r.${sql(column)} = i.${sql(column)}`,
    )
    const own = owner === undefined ? sql`` : sql`and r.${sql(owner)} is not distinct from ${caller.organisationId}`
    const code = acrossOwners ? ('UNUSABLE' as const) : ('TAKEN' as const)
    const names = columns.map((column) => sql`v.${sql(column)}`)
    const others = await sql<{ row: number; id: number }[]>`
      with i as materialized (
        select s.sheet_row, ${commas(sql, names)} from (${rows}) s cross join lateral jsonb_populate_record(null::${sql(table)}, s.columns) v)
      select i.sheet_row as row, r.id from i join ${sql(table)} r on ${same} ${own} and r.deleted_at is null order by i.sheet_row`
    found.push(...others.map(({ row, id }) => ({ field, row, code, id })))
  }
  return found
}
