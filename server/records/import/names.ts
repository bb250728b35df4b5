import type { ImportFaultCode } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import type { Imported, NamedRecords } from './describe.ts'
import { nearest } from './nearest.ts'

/** Values of a row, with names in place of ids until they are resolved. */
interface Naming {
  values: Map<string, string | number>
  faults: Map<string, ImportFaultCode>
  possible: Map<string, readonly string[]>
  zones: Map<string, string>
}
interface Found {
  id: number
  within: number | null
  zone: string | null
}

const fold = (name: string) => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
/** Maximum names that are compared for near matches. */
const maxCompared = 2000

/** Creates the resolver of the record names in a sheet. It looks up each name once. */
export function createNameBook({ columns }: Imported, caller: Caller) {
  const fields = [...columns].flatMap(([field, column]) =>
    column.kind === 'name'
      ? [
          {
            field,
            records: column.records,
            within: column.within,
            known: new Map<string, Found[]>(),
            all: [] as (Found & { name: string })[],
          },
        ]
      : [],
  )

  async function find(sql: Queries, records: NamedRecords, names: string[]): Promise<(Found & { name: string })[]> {
    return sql<(Found & { name: string })[]>`
      select id, folded_name(name) as name, within, zone from (${records(sql, caller)}) as named (id, name, within, zone) where folded_name(name) = any(${names}::text[])`
  }
  const findAll = (sql: Queries, records: NamedRecords) => sql<(Found & { name: string })[]>`
    select id, name, within, zone from (${records(sql, caller)}) as named (id, name, within, zone) order by name limit ${maxCompared}`

  return {
    /** Looks up the names of some rows that were not looked up before. */
    async learn(sql: Queries, rows: readonly ReadonlyMap<string, string | number>[]): Promise<void> {
      for (const column of fields) {
        const { field, records, known } = column
        const names = new Set(rows.flatMap((told) => (told.has(field) ? [fold(String(told.get(field)))] : [])))
        const unknown = [...names].filter((name) => !known.has(name))
        if (unknown.length === 0) continue
        for (const name of unknown) known.set(name, [])
        for (const { name, id, within, zone } of await find(sql, records, unknown)) {
          const all = known.get(name)
          // A record with one name in several languages counts once.
          if (!all?.some((one) => one.id === id)) all?.push({ id, within, zone })
        }
        // A pen that is known may still be none of its farm.
        if (
          column.all.length === 0 &&
          (column.within !== undefined || unknown.some((name) => !known.get(name)?.length))
        )
          column.all = [...(await findAll(sql, records))]
      }
    },
    /** Replaces the names of a row with ids. */
    resolve({ values: told, faults, possible, zones }: Naming): void {
      for (const { field, within, known, all: everyone } of fields) {
        const name = told.get(field)
        if (name === undefined) continue
        told.delete(field)
        const all = known.get(fold(String(name))) ?? []
        const place = within === undefined ? undefined : told.get(within)
        // The parent was not found, which is already a fault.
        if (within !== undefined && place === undefined) continue
        const fitting = within === undefined ? all : all.filter((one) => one.within === place)
        const [one, another] = fitting
        if (one === undefined) faults.set(field, all.length > 0 ? 'NOT_OF_FARM' : 'UNKNOWN_NAME')
        else if (another) faults.set(field, 'SEVERAL')
        else {
          told.set(field, one.id)
          if (one.zone !== null) zones.set(field, one.zone)
        }
        if (one !== undefined) continue
        const choice = everyone.filter((other) => within === undefined || other.within === place)
        possible.set(field, nearest(String(name), [...new Set(choice.map((other) => other.name))]))
      }
    },
  }
}

/**
 * Locks the records that the staged rows refer to until the end of the transaction.
 * @returns whether the caller may still refer to all of them
 */
export async function lockNamed(
  sql: Queries,
  { columns, records: { fields } }: Imported,
  caller: Caller,
  importId: number,
): Promise<boolean> {
  for (const [field, column] of columns) {
    if (column.kind !== 'name') continue
    const target = columnNamed(fields[field])
    const within = column.within === undefined ? null : columnNamed(fields[column.within])
    const references = await sql<{ id: number; within: number | null }[]>`
      select distinct (columns ->> ${target}::text)::bigint as id, (columns ->> ${within}::text)::bigint as within
      from import_rows where import_id = ${importId} and columns ->> ${target}::text is not null`
    const ids = [...new Set(references.map(({ id }) => id))]
    const locked = await sql<
      Found[]
    >`select id, within, zone from (${column.records(sql, caller)}) as named (id, name, within, zone) where id = any(${ids}::bigint[]) for key share`
    const places = new Map(locked.map(({ id, within: place }) => [id, place]))
    if (references.some(({ id, within: place }) => !places.has(id) || (within !== null && places.get(id) !== place)))
      return false
  }
  return true
}

function columnNamed(field: unknown): string {
  if (typeof field === 'string') return field
  return typeof field === 'object' && field !== null && 'column' in field ? String(field.column) : ''
}
