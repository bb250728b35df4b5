import type { SessionHolder } from '../../db/auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { FileStore, KeptFile, NamedAmong } from '../../files/fileStore.ts'
import { noteErased } from '../seals/erasures.ts'
import { isOwnUpload, namedFiles, visibleFiles } from './fileOwners.ts'

/** The types that are kept: pictures are encoded as the one, documents are of the other. */
export type FileType = 'image/webp' | 'application/pdf'

interface NewFile extends KeptFile {
  contentType: FileType
  /** Pixels, and the small one beside it; null for a document. */
  picture: { width: number; height: number; thumbnail: KeptFile | null } | null
  /** The name of a document. */
  name: string | null
  /** Null: by somebody who registers. */
  uploadedBy: number | null
  /** The network that it came from. */
  network: string
  /** Machine time, epoch ms. */
  at: number
}

/** Notes a file of the store; one that nothing comes to refer to is deleted after a day. @returns its id */
export async function insertFile(sql: Queries, { hash, size, contentType, picture, name, uploadedBy, network, at }: NewFile): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into files (hash, size, content_type, width, height, thumbnail_hash, thumbnail_size, name, uploaded_by, organisation_id, network, uploaded_at)
    values (${hash}, ${size}, ${contentType}, ${picture?.width ?? null}, ${picture?.height ?? null}, ${picture?.thumbnail?.hash ?? null},
      ${picture?.thumbnail?.size ?? null}, ${name}, ${uploadedBy}, (select organisation_id from users where id = ${uploadedBy}),
      ${network}, ${at}) returning id`
  if (!row) throw new Error('no file was noted')
  return row.id
}

/** Which of some hashes a row names. */
export const namedAmong = (sql: Queries): NamedAmong => async (hashes) => {
  const rows = await sql<{ hash: string }[]>`
    select hash from files where hash = any(${[...hashes]}::text[])
    union select thumbnail_hash from files where thumbnail_hash = any(${[...hashes]}::text[])`
  return new Set(rows.map(({ hash }) => hash))
}

/** Files that nothing refers to: of one network of strangers, of all of them together, and of one user. */
const keptOfNetwork = 20
const keptOfStrangers = 200
const keptOfUser = 50

/**
 * Deletes what somebody sent beyond what is kept of files that nothing refers to: of a user the oldest, of strangers the oldest of
 * the networks with the most.
 * @param uploadedBy null: strangers
 */
export async function trimUnclaimed(sql: Queries, store: FileStore, uploadedBy: number | null): Promise<void> {
  const ofOne = uploadedBy === null ? keptOfNetwork : keptOfUser
  const inAll = uploadedBy === null ? keptOfStrangers : keptOfUser
  await deleteFiles(sql, store, sql`f.id in (
    with unclaimed as (
      select u.id, u.uploaded_at, row_number() over (partition by u.network order by u.uploaded_at desc, u.id) as place
      from files u where u.uploaded_by is not distinct from ${uploadedBy}::bigint and not exists (select from (${namedFiles(sql)}) named where named.id = u.id)
    ), ranked as (
      select unclaimed.id, place, row_number() over (order by place, unclaimed.uploaded_at desc) as overall from unclaimed
    )
    select ranked.id from ranked where ranked.place > ${ofOne} or ranked.overall > ${inAll})`)
}

/** Deletes the files before an instant that nothing refers to. */
export async function deleteUnclaimed(sql: Queries, store: FileStore, before: number): Promise<void> {
  await deleteFiles(sql, store, sql`f.uploaded_at < ${before} and not exists (select from (${namedFiles(sql)}) named where named.id = f.id)`)
}

interface Discarded {
  hash: string | null
  thumbnail: string | null
}

/** Deletes the files that fit a condition on `f`. The sealed record has those whose animal or policy was there once. */
async function deleteFiles(sql: Queries, store: FileStore, condition: Fragment): Promise<void> {
  const rows = await sql<Discarded[]>`
    with gone as (delete from files f where ${condition} returning f.id, f.hash, f.thumbnail_hash as thumbnail),
      erased as (${noteErased(sql, 'files', 'UNNAMED', sql`select id::text as row_key from gone`)})
    select hash, thumbnail from gone`
  await store.discard(rows.flatMap(({ hash, thumbnail }) => [hash ?? [], thumbnail ?? []].flat()), namedAmong(sql))
}

export interface FoundFile extends KeptFile {
  id: string
  contentType: FileType
  name: string | null
  /** Of a picture that is not small itself. */
  thumbnail: KeptFile | null
  /** The longest side of a picture, pixels; null of a document. */
  longestSide: number | null
}

/** A file that a caller may see: any for the platform, those of the objects that they may see, and one's own upload in the organisation of now; a wall the second alone. */
export async function findFile(sql: Queries, caller: SessionHolder, id: string, contentType: FileType): Promise<FoundFile | undefined> {
  const isPerson = caller.displayId === null
  const mayAll = isPerson && caller.role === 'ADMIN_PLATFORM'
  const [row] = await sql<FoundFile[]>`
    select id, hash, size, content_type as "contentType", name, greatest(width, height) as "longestSide",
      case when thumbnail_hash is not null then jsonb_build_object('hash', thumbnail_hash, 'size', thumbnail_size) end as thumbnail
    from files f
    where f.id = ${id} and f.content_type = ${contentType} and f.hash is not null and (${mayAll} or (${isPerson} and ${isOwnUpload(sql, caller)})
      or exists (select from (${visibleFiles(sql, caller)}) visible where visible.id = f.id))`
  return row
}

/** Notes the small picture of one that has none yet. */
export async function noteThumbnail(sql: Queries, id: string, { hash, size }: KeptFile): Promise<void> {
  await sql`update files set thumbnail_hash = ${hash}, thumbnail_size = ${size} where id = ${id} and thumbnail_hash is null`
}

/** Takes hold of a picture that nothing refers to yet, until the end of the transaction. @returns whether there is one */
export async function holdUnclaimedPicture(sql: Queries, id: string): Promise<boolean> {
  // First the hold, then the question: in one query it would be answered as of before the wait for another who had it.
  const held = await sql`select from files where id = ${id} and content_type = 'image/webp' for update`
  if (held.length === 0) return false
  const rows = await sql`select from (${namedFiles(sql)}) named where named.id = ${id}`
  return rows.length === 0
}
