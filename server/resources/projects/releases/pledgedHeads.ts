import type { AnimalStatus } from '#contract/herd/animals/animalStatuses.ts'
import { CallError } from '../../../callError.ts'
import type { Queries } from '../../../db/connect.ts'
import { subjectChanged } from '../collateral/claims.ts'

export interface Head {
  animalId: number
  lineId: number
  categoryId: number
  tag: string
}

interface HeadSelection {
  projectId: number
  animalIds: readonly number[]
  tags: readonly string[]
}

/** Finds counted heads of a project by animal ids or ear tags. @returns also the tags that match no head or several */
export async function findHeads(
  sql: Queries,
  { projectId, animalIds, tags }: HeadSelection,
  statuses: readonly AnimalStatus[],
): Promise<{ heads: Head[]; unknown: string[]; unknownIds: number }> {
  const uniqueTags = [...new Set(tags)]
  const found = await sql<(Head & { asked: string | null; isExact: boolean })[]>`
    select a.id as "animalId", p.line_id as "lineId", a.category_id as "categoryId", a.visual_tag as tag, named.tag as asked,
      coalesce(named.tag in (a.visual_tag, a.electronic_tag), true) as "isExact"
    from pledges p join animals a on a.id = p.animal_id
      left join unnest(${uniqueTags}::text[]) as named (tag) on lower(named.tag) in (lower(a.visual_tag), a.electronic_tag)
    where p.project_id = ${projectId} and p.ended_at is null and p.is_counted and a.status = any(${[...statuses]}::text[])
      and (named.tag is not null or a.id = any(${[...animalIds]}::bigint[])) order by a.id`
  const exact = new Set(found.filter(({ isExact }) => isExact).map(({ asked }) => asked))
  const rows = found.filter(({ asked, isExact }) => isExact || !exact.has(asked))
  const byTag = Map.groupBy(
    rows.filter(({ asked }) => asked !== null),
    ({ asked }) => asked,
  )
  const unknown = uniqueTags.filter((tag) => byTag.get(tag)?.length !== 1)
  const named = new Set(animalIds)
  const heads = new Map(
    rows
      .filter(({ asked, animalId }) => named.has(animalId) || (asked !== null && !unknown.includes(asked)))
      .map((row) => [row.animalId, row]),
  )
  return {
    heads: [...heads.values()].map(({ animalId, lineId, categoryId, tag }) => ({ animalId, lineId, categoryId, tag })),
    unknown,
    unknownIds: [...named].filter((id) => !heads.has(id)).length,
  }
}

/** Finds heads and requires that all are found. @throws CallError BAD_SHAPE naming the field */
export async function requireHeads(
  sql: Queries,
  selection: HeadSelection,
  statuses: readonly AnimalStatus[],
): Promise<Head[]> {
  const { heads, unknown, unknownIds } = await findHeads(sql, selection, statuses)
  if (unknownIds > 0) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'unknown' } })
  if (unknown.length > 0) throw new CallError('BAD_SHAPE', { fields: { tags: 'unknown_tags' } })
  if (heads.length === 0) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'required' } })
  return heads
}

/** @throws CallError CONFLICT when a request about one of the heads is pending */
export async function requireUnrequested(sql: Queries, projectId: number, heads: readonly Head[]): Promise<void> {
  const waiting = await sql`
    select from tickets t, jsonb_array_elements_text(t.payload -> 'animalIds') a (id)
    where t.subject_type = 'PROJECT' and t.subject_id = ${projectId} and t.state = 'PENDING' and t.kind in ('ANIMAL_RELEASE', 'SUBSTITUTION')
      and a.id::bigint = any(${heads.map(({ animalId }) => animalId)}::bigint[]) limit 1`
  if (waiting.length > 0) throw new CallError('CONFLICT', { fields: { animalIds: 'requested' } })
}

/** Locks animals and their pledges. @throws CallError CONFLICT when the ledger no longer counts one of them */
export async function lockHeads(sql: Queries, projectId: number, animalIds: readonly number[]): Promise<void> {
  await sql`select from animals where id = any(${[...animalIds]}::bigint[]) order by id for no key update`
  const lockedPledges = await sql`
    select from pledges where project_id = ${projectId} and animal_id = any(${[...animalIds]}::bigint[]) and ended_at is null and is_counted order by id for no key update`
  if (lockedPledges.length < animalIds.length) throw subjectChanged()
}

/** Adds to each line the number of missing animals among some heads: these have no value now. */
export async function withMissing<L extends { lineId: number }>(
  sql: Queries,
  lines: readonly L[],
  animalIds: readonly number[],
): Promise<(L & { found: number })[]> {
  const found = await sql<{ lineId: number; heads: number }[]>`
    select p.line_id as "lineId", count(*)::int as heads from pledges p join animals a on a.id = p.animal_id and a.status = 'MISSING'
    where p.animal_id = any(${[...animalIds]}::bigint[]) and p.is_counted group by 1`
  const foundIn = new Map(found.map(({ lineId, heads }) => [lineId, heads]))
  return lines.map((line) => ({ ...line, found: foundIn.get(line.lineId) ?? 0 }))
}

/** Returns the heads that leave each line, as negative numbers for `figuresAfter`. */
export function leaving(heads: readonly Pick<Head, 'lineId'>[]): { lineId: number; heads: number }[] {
  return [...Map.groupBy(heads, ({ lineId }) => lineId)].map(([lineId, lineHeads]) => ({
    lineId,
    heads: -lineHeads.length,
  }))
}
