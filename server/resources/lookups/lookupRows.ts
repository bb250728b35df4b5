import type { LookupKind } from '#contract/herd/lookups.ts'
import { CallError } from '../../callError.ts'
import type { Queries } from '../../db/connect.ts'

/** The entries of a list with their places, first to last. */
export async function orderOf(sql: Queries, kind: LookupKind): Promise<{ id: number; place: number }[]> {
  return sql<{ id: number; place: number }[]>`select id, place from lookups where kind = ${kind} and deleted_at is null order by place, id`
}

interface Saving {
  sql: Queries
  before: { category: string } | null
  input: { categoryId?: number | undefined; category?: string | undefined }
}

/**
 * The column of an animal's category, where a save does not name it by its id: it names its code, or it adds an animal
 * without one, which gets the first.
 * @throws CallError BAD_SHAPE where there is no such category, or none at all
 */
export async function categoryColumn({ sql, before, input: { categoryId, category } }: Saving): Promise<{ category_id?: number }> {
  if (categoryId !== undefined || (before && (category === undefined || category === before.category))) return {}
  const [found] = await sql<{ id: number }[]>`
    select id from lookups where kind = 'CATEGORY' and deleted_at is null and not is_retired
      and (${category ?? null}::text is null or code = ${category ?? null}) order by place, id limit 1 for key share`
  if (found === undefined) throw new CallError('BAD_SHAPE', { fields: category === undefined ? { categoryId: 'required' } : { category: 'unknown' } })
  return { category_id: found.id }
}
