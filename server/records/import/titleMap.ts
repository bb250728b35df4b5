import type { ImportedNoun } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import { normaliseTitle } from '../../imports/sheetCell.ts'

/** Fields by normalised title, as a person has mapped them; null: the column is left out. */
export type TitleMap = ReadonlyMap<string, string | null>

export async function readTitleMap(sql: Queries, { userId }: Caller, noun: ImportedNoun): Promise<TitleMap> {
  const rows = await sql<
    { title: string; field: string | null }[]
  >`select title, field from import_titles where user_id = ${userId} and noun = ${noun} order by title`
  return new Map(rows.map(({ title, field }) => [title, field]))
}

/** Adds titles to a person's map of a noun, and replaces those that it has. */
export async function saveTitleMap(
  sql: Queries,
  { userId }: Caller,
  noun: ImportedNoun,
  titles: readonly { title: string; field: string | null }[],
): Promise<void> {
  // The last of two titles that differ in case only counts.
  const fields = new Map(titles.map(({ title, field }) => [normaliseTitle(title), field]))
  const rows = [...fields].map(([title, field]) => ({ title, field }))
  await sql`
    insert into import_titles (user_id, noun, title, field)
    select ${userId}::bigint, ${noun}::text, e ->> 'title', e ->> 'field' from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) e
    on conflict (user_id, noun, title) do update set field = excluded.field`
}
