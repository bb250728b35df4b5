import type { LookupKind } from '#contract/herd/lookups.ts'
import { CallError } from '../../callError.ts'
import type { Queries } from '../../db/connect.ts'

/** Returns the entries of a list with their places, in order. */
export async function orderOf(sql: Queries, kind: LookupKind): Promise<{ id: number; place: number }[]> {
  return sql<
    { id: number; place: number }[]
  >`select id, place from lookups where kind = ${kind} and deleted_at is null order by place, id`
}

interface Saving {
  sql: Queries
  before: { category: string } | null
  input: { categoryId?: number | undefined; category?: string | undefined }
}

/**
 * Returns the category column of an animal when a save gives no category id. The save either gives a code, or adds an animal without
 * a category, which gets the first one.
 * @throws CallError BAD_SHAPE when the category is unknown, or no category exists
 */
export async function categoryColumn({
  sql,
  before,
  input: { categoryId, category },
}: Saving): Promise<{ category_id?: number }> {
  if (categoryId !== undefined || (before && (category === undefined || category === before.category))) return {}
  const [found] = await sql<{ id: number }[]>`
    select id from lookups where kind = 'CATEGORY' and deleted_at is null and not is_retired
      and (${category ?? null}::text is null or code = ${category ?? null}) order by place, id limit 1 for key share`
  if (found === undefined)
    throw new CallError('BAD_SHAPE', {
      fields: category === undefined ? { categoryId: 'required' } : { category: 'unknown' },
    })
  return { category_id: found.id }
}
