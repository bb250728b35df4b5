import { CallError } from '../../callError.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { isOwnUpload, type Uploader } from '../files/fileOwners.ts'

/** The owner of named pictures: a record of one of these kinds, by its id. */
export interface Owner {
  kind: 'ARTICLE' | 'BANNER' | 'PARTNERSHIP' | 'WEB_HOME' | 'ABOUT_PAGE' | 'ORGANISATION' | 'FEEDBACK'
  id: number
}

/** The ids of pictures, by the field of the input that names them. */
export type NamedPictures = Record<string, readonly (string | null | undefined)[]>

/** The pictures that clean HTML names, each once. */
export function picturesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/<(?:img|video) [^<>]*?(?:src|poster)="\/media\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id))]
}

/** The pictures of rich texts, by field. */
export function picturesOfTexts(texts: Record<string, string | undefined>): NamedPictures {
  return Object.fromEntries(Object.entries(texts).map(([field, html]) => [field, picturesIn(html ?? '')]))
}

/** Pictures of another uploader that may be named: those that content of the same keeper names, or named once. */
function keptBySame(sql: Queries, { kind, id }: Pick<Owner, 'kind'> & { id: number | null }): Fragment {
  return kind === 'ORGANISATION' ? sql`p.owner = 'ORGANISATION' and p.owner_id = ${id}` : sql`p.owner not in ('ORGANISATION', 'FEEDBACK')`
}

/**
 * Holds the pictures that content is to name until the end of the transaction.
 * @param owner its kind, and its id where it is an organisation's
 * @throws CallError BAD_SHAPE that names each field with a picture that the caller did not upload, and that no content of the same keeper has
 */
export async function requirePictures(sql: Queries, caller: Uploader, owner: Pick<Owner, 'kind'> & { id: number | null }, named: NamedPictures): Promise<void> {
  const ids = idsOf(named)
  if (ids.length === 0) return
  const rows = await sql<{ id: string }[]>`
    select f.id from files f
    where f.id = any(${ids}::uuid[]) and f.content_type = 'image/webp'
      and (${isOwnUpload(sql, caller)} or exists (select from content_pictures p where p.file_id = f.id and ${keptBySame(sql, owner)}))
    order by f.id for key share of f`
  const known = new Set(rows.map(({ id }) => id))
  const faults = Object.entries(named).filter(([, pictures]) => pictures.some((id) => id != null && !known.has(id)))
  if (faults.length > 0) throw new CallError('BAD_SHAPE', { fields: Object.fromEntries(faults.map(([field]) => [field, 'unknown'])) })
}

/** Notes which pictures content names now; those that it named before are kept for as long as it is. */
export async function notePictures(sql: Queries, { kind, id }: Owner, named: NamedPictures): Promise<void> {
  const ids = idsOf(named)
  await sql`update content_pictures set is_named = false where owner = ${kind} and owner_id = ${id} and is_named and file_id <> all(${ids}::uuid[])`
  if (ids.length === 0) return
  await sql`
    insert into content_pictures (owner, owner_id, file_id, is_named) select ${kind}, ${id}, file_id, true from unnest(${ids}::uuid[]) as file_id
    on conflict (owner, owner_id, file_id) do update set is_named = true`
}

/** Lets go of the pictures of content that is deleted for good. */
export async function forgetPictures(sql: Queries, { kind, id }: Owner): Promise<void> {
  await sql`delete from content_pictures where owner = ${kind} and owner_id = ${id}`
}

function idsOf(named: NamedPictures): string[] {
  return [...new Set(Object.values(named).flat().filter((id) => id != null))]
}
