import type { Sql } from '../../db/connect.ts'

/** Ids of one side lie here and nowhere else: whatever names it can be told by its digits. */
export const theirIds = { from: 5_000_000, to: 8_000_000 }
const digits = String.raw`\m[567]\d{6}\M`

/** Lets every id that is given from now on be greater than a number. */
export async function countFrom(sql: Sql, number: number): Promise<void> {
  await sql`select setval(oid::regclass, ${number}) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`
}

/** Migrations alone write these: 21,000 rows that take as long to look through as all others. */
const unchanging = ['migrations', 'pinyin']

/** Every row that may change and that names something of a side, by its ids, its mark or one of its uuids. */
export async function rowsNaming(sql: Sql, mark: string, uuids: readonly (string | number)[]): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> all(${unchanging})`
  const pattern = [digits, mark, ...uuids].join('|')
  const each = tables.map(({ name }, place) => sql`${place > 0 ? sql`union all` : sql``} select ${`${name} `} || t::text as row from ${sql(name)} t where t::text ~ ${pattern}`)
  const rows = await sql<{ row: string }[]>`${each}`
  return rows.map(({ row }) => row).toSorted()
}

/** The part of a side that an answer gives away; null: none. */
export function leakIn(body: string, mark: string, uuids: readonly (string | number)[]): string | null {
  const pattern = new RegExp([String.raw`\b[567]\d{6}\b`, mark, ...uuids].join('|'))
  const at = body.search(pattern)
  return at < 0 ? null : body.slice(Math.max(0, at - 60), at + 60)
}
