import type { Fragment, Queries } from '../../../db/connect.ts'

/**
 * Selects animals by visual tags in any case, or by electronic tags: the tag that was given, `isExact`, and the animal's columns.
 * Callers limit the rows to a farm or a caller, and then apply `preferExact`.
 */
export function taggedAnimals(sql: Queries, tags: readonly string[]): Fragment {
  const given = sql`unnest(${[...new Set(tags)]}::text[]) t (tag)`
  return sql`
    select t.tag, a.visual_tag = t.tag as "isExact", a.* from ${given} join animals a on lower(a.visual_tag) = lower(t.tag)
    union select t.tag, true, a.* from ${given} join animals a on a.electronic_tag = t.tag`
}

/** Drops animals whose tag differs in case from one that was given, where another animal has exactly that tag. */
export function preferExact<R extends { tag: string | null; isExact: boolean }>(rows: readonly R[]): R[] {
  const exact = new Set(rows.filter(({ isExact }) => isExact).map(({ tag }) => tag))
  return rows.filter(({ tag, isExact }) => isExact || !exact.has(tag))
}
