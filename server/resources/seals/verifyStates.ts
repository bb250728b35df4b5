import type { Fragment, Queries } from '../../db/connect.ts'
import { statedRows, type StatedRows } from './statedRows.ts'

export interface StateFault {
  reason: 'CHANGED' | 'GONE' | 'UNSEALED'
  source: string
  rowKey: string
  /** Machine time of the version's seal, epoch ms; null when it is not sealed. */
  at: number | null
}

const keyOf = ({ key }: StatedRows) => `(${key.map((column) => `r.${column}`).join(` || ':' || `)})::text`

/** Selects the noted columns of the present row of version `s`; null when it does not exist. */
function presentState(sql: Queries): Fragment {
  const cases = Object.entries(statedRows).map(([table, { key, columns, hashed = [] }]) => {
    const values = columns.map((column) =>
      hashed.includes(column)
        ? `'${column}', encode(sha256(convert_to(r.${column}::text, 'UTF8')), 'hex')`
        : `'${column}', r.${column}`,
    )
    const hasKey = key.map(
      (column, place) =>
        `r.${column} = ${key.length === 1 ? 's.row_key' : `split_part(s.row_key, ':', ${place + 1})`}::bigint`,
    )
    return `when '${table}' then (select jsonb_build_object(${values.join(',\n')}) from ${table} r where ${hasKey.join(' and ')})`
  })
  return sql`(case s.source ${sql.unsafe(cases.join('\n'))} end)`
}

/** Selects whether version `s` changes, in comparison with the `earlier` state, a column that never changes or is set once. */
function breaksRule(sql: Queries): Fragment {
  const cases = Object.entries(statedRows).map(([table, { fixed = [], once = [] }]) => {
    const differs = (column: string) => `s.state -> '${column}' is distinct from earlier.state -> '${column}'`
    const rules = [
      ...fixed.map(differs),
      ...once.map((column) => `(earlier.state ->> '${column}' is not null and ${differs(column)})`),
    ]
    return `when '${table}' then ${rules.length === 0 ? 'false' : rules.join(' or ')}`
  })
  return sql`(s.state is not null and earlier.state is not null and (case s.source ${sql.unsafe(cases.join('\n'))} end))`
}

/**
 * Compares rows that may change with their newest version, and each version with the one before it.
 * @param range checks versions sealed at these places only; by default all, including rows without a version
 * @returns the first fault
 */
export async function verifyStates(
  sql: Queries,
  range: { after: number; upTo: number } | null,
): Promise<StateFault | null> {
  const versions =
    range === null
      ? sql`record_states s left join seal_entries e on e.source = 'record_states' and e.row_key = s.id::text`
      : sql`(select * from seal_entries where place > ${range.after} and place <= ${range.upTo} and source = 'record_states') e
          join record_states s on s.id = e.row_key::bigint`
  const [found] = await sql<(Omit<StateFault, 'reason'> & { isGone: boolean })[]>`
    select s.source, s.row_key as "rowKey", e.sealed_at as at, present.state is null as "isGone"
    from ${versions}
    cross join lateral (select exists (
      select from record_states l where l.source = s.source and l.row_key = s.row_key and l.id > s.id) as is_past) age
    left join lateral (
      select p.state from record_states p where p.source = s.source and p.row_key = s.row_key and p.id < s.id order by p.id desc limit 1) earlier on true
    left join lateral (select ${presentState(sql)} as state where not age.is_past) present on true
    where ${breaksRule(sql)} or (not age.is_past and s.state is distinct from present.state)
    order by e.place nulls last, s.id limit 1`
  if (found) {
    const { isGone, ...fault } = found
    return { reason: isGone ? 'GONE' : 'CHANGED', ...fault }
  }
  if (range !== null) return null
  const unnoted = Object.entries(statedRows).map(
    ([table, rows]) =>
      `select '${table}' as source, ${keyOf(rows)} as row_key from ${table} r
        where not exists (select from record_states s where s.source = '${table}' and s.row_key = ${keyOf(rows)})`,
  )
  const [row] = await sql<{ source: string; rowKey: string }[]>`
    select source, row_key as "rowKey" from (${sql.unsafe(unnoted.join(' union all '))}) unnoted limit 1`
  return row ? { reason: 'UNSEALED', ...row, at: null } : null
}
