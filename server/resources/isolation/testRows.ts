import type { Sql } from '../../db/connect.ts'

/** Range of the ids of one tenant and no other: their digits reveal them in any text. */
export const theirIds = { from: 5_000_000, to: 8_000_000 }
const digits = String.raw`\m[567]\d{6}\M`

/** Makes all sequences continue after a number. */
export async function countFrom(sql: Sql, number: number): Promise<void> {
  await sql`select setval(oid::regclass, ${number}) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`
}

/** Tables that only migrations write: 21,000 rows, which take as long to search as all others. */
const unchanging = ['migrations', 'pinyin']

/**
 * Finds every row that names something of a tenant by id, mark or uuid. Only tables written since the last look are read again:
 * a written row has a later transaction in its `xmin`, so an equal count and an equal sum of them mean the same rows.
 */
export function createRowLooks(sql: Sql): (mark: string, uuids: readonly (string | number)[]) => Promise<string[]> {
  let seenBy = ''
  const seen = new Map<string, { state: string; rows: string[] }>()

  return async (mark, uuids) => {
    const pattern = [digits, mark, ...uuids].join('|')
    if (pattern !== seenBy) seen.clear()
    seenBy = pattern
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> all(${unchanging}) order by relname`
    const each = tables.map(
      ({ name }, place) =>
        sql`${place > 0 ? sql`union all` : sql``} select ${name} as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as state from ${sql(name)}`,
    )
    for (const { name, state } of await sql<{ name: string; state: string }[]>`${each}`) {
      if (seen.get(name)?.state === state) continue
      const rows = await sql<
        { row: string }[]
      >`select ${`${name} `} || t::text as row from ${sql(name)} t where t::text ~ ${pattern}`
      seen.set(name, { state, rows: rows.map(({ row }) => row) })
    }
    return [...seen.values()].flatMap(({ rows }) => rows).toSorted()
  }
}

/** Returns the part of an answer that mentions a tenant; null when there is no such part. */
export function leakIn(body: string, mark: string, uuids: readonly (string | number)[]): string | null {
  const pattern = new RegExp([String.raw`\b[567]\d{6}\b`, mark, ...uuids].join('|'))
  const at = body.search(pattern)
  return at < 0 ? null : body.slice(Math.max(0, at - 60), at + 60)
}
