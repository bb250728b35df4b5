import { CallError } from '../../callError.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { isOwnUpload, type Uploader } from '../files/fileOwners.ts'

/** A record that uses pictures. */
export interface Owner {
  kind: 'ARTICLE' | 'BANNER' | 'PARTNERSHIP' | 'WEB_HOME' | 'ABOUT_PAGE' | 'ORGANISATION' | 'FEEDBACK'
  id: number
}

/** Ids of pictures, by the input field that names them. */
export type NamedPictures = Record<string, readonly (string | null | undefined)[]>

/** Returns the distinct pictures used in cleaned HTML. */
export function picturesIn(html: string): string[] {
  return [
    ...new Set(
      [...html.matchAll(/<(?:img|video) [^<>]*?(?:src|poster)="\/media\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id),
    ),
  ]
}

/** Returns the pictures of rich texts, by field. */
export function picturesOfTexts(texts: Record<string, string | undefined>): NamedPictures {
  return Object.fromEntries(Object.entries(texts).map(([field, html]) => [field, picturesIn(html ?? '')]))
}

/** Builds the condition for pictures of other uploaders that may be used: content of the same owner uses them or once did. */
function isUsedBySameOwner(sql: Queries, { kind, id }: Pick<Owner, 'kind'> & { id: number | null }): Fragment {
  return kind === 'ORGANISATION'
    ? sql`p.owner = 'ORGANISATION' and p.owner_id = ${id}`
    : sql`p.owner not in ('ORGANISATION', 'FEEDBACK')`
}

/**
 * Locks the pictures that content will use until the transaction ends.
 * @param owner its kind, and its id if it is an organisation
 * @throws CallError BAD_SHAPE naming each field with a picture that the caller has not uploaded and that no content of the same owner has used
 */
export async function requirePictures(
  sql: Queries,
  caller: Uploader,
  owner: Pick<Owner, 'kind'> & { id: number | null },
  named: NamedPictures,
): Promise<void> {
  const ids = idsOf(named)
  if (ids.length === 0) return
  const rows = await sql<{ id: string }[]>`
    select f.id from files f
    where f.id = any(${ids}::uuid[]) and f.content_type = 'image/webp'
      and (${isOwnUpload(sql, caller)} or exists (select from content_pictures p where p.file_id = f.id and ${isUsedBySameOwner(sql, owner)}))
    order by f.id for key share of f`
  const allowedIds = new Set(rows.map(({ id }) => id))
  const faults = Object.entries(named).filter(([, pictures]) =>
    pictures.some((id) => id != null && !allowedIds.has(id)),
  )
  if (faults.length > 0)
    throw new CallError('BAD_SHAPE', { fields: Object.fromEntries(faults.map(([field]) => [field, 'unknown'])) })
}

/** Records which pictures content uses. Pictures that it used before are kept as long as the content exists. */
export async function notePictures(sql: Queries, { kind, id }: Owner, named: NamedPictures): Promise<void> {
  const ids = idsOf(named)
  await sql`update content_pictures set is_named = false where owner = ${kind} and owner_id = ${id} and is_named and file_id <> all(${ids}::uuid[])`
  if (ids.length === 0) return
  await sql`
    insert into content_pictures (owner, owner_id, file_id, is_named) select ${kind}, ${id}, file_id, true from unnest(${ids}::uuid[]) as file_id
    on conflict (owner, owner_id, file_id) do update set is_named = true`
}

/** Removes the picture records of purged content. */
export async function forgetPictures(sql: Queries, { kind, id }: Owner): Promise<void> {
  await sql`delete from content_pictures where owner = ${kind} and owner_id = ${id}`
}

function idsOf(named: NamedPictures): string[] {
  return [
    ...new Set(
      Object.values(named)
        .flat()
        .filter((id) => id != null),
    ),
  ]
}
