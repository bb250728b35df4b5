import type { SessionHolder } from '../../db/auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { FileStore, StoredFile, NamedAmong } from '../../files/fileStore.ts'
import { recordErasure } from '../seals/erasures.ts'
import { isOwnUpload, namedFiles, visibleFiles } from './fileOwners.ts'

/** Stored types: all pictures are encoded as WebP, documents are PDF. */
export type FileType = 'image/webp' | 'application/pdf'

interface NewFile extends StoredFile {
  contentType: FileType
  /** Size in pixels and the thumbnail; null for a document. */
  picture: { width: number; height: number; thumbnail: StoredFile | null } | null
  /** File name of a document. */
  name: string | null
  /** Null for an upload during registration. */
  uploadedBy: number | null
  /** The network of the upload. */
  network: string
  /** Machine time, epoch ms. */
  at: number
}

/** Inserts the row of a stored file. Files that no record refers to are deleted after a day. @returns its id */
export async function insertFile(
  sql: Queries,
  { hash, size, contentType, picture, name, uploadedBy, network, at }: NewFile,
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into files (hash, size, content_type, width, height, thumbnail_hash, thumbnail_size, name, uploaded_by, organisation_id, network, uploaded_at)
    values (${hash}, ${size}, ${contentType}, ${picture?.width ?? null}, ${picture?.height ?? null}, ${picture?.thumbnail?.hash ?? null},
      ${picture?.thumbnail?.size ?? null}, ${name}, ${uploadedBy}, (select organisation_id from users where id = ${uploadedBy}),
      ${network}, ${at}) returning id`
  if (!row) throw new Error('no file was noted')
  return row.id
}

/** Returns a function that finds which of some hashes are in use. */
export const namedAmong =
  (sql: Queries): NamedAmong =>
  async (hashes) => {
    const rows = await sql<{ hash: string }[]>`
    select hash from files where hash = any(${[...hashes]}::text[])
    union select thumbnail_hash from files where thumbnail_hash = any(${[...hashes]}::text[])`
    return new Set(rows.map(({ hash }) => hash))
  }

/** Maximum unclaimed files: of one unauthenticated network, of all of them together, and of one user. */
const maxOfNetwork = 20
const maxUnauthenticated = 200
const maxOfUser = 50

/**
 * Deletes unclaimed files beyond the limits: the oldest of a user, or the oldest of the unauthenticated networks with the most files.
 * @param uploadedBy null for unauthenticated uploads
 */
export async function trimUnclaimed(sql: Queries, store: FileStore, uploadedBy: number | null): Promise<void> {
  const ofOne = uploadedBy === null ? maxOfNetwork : maxOfUser
  const inAll = uploadedBy === null ? maxUnauthenticated : maxOfUser
  await deleteFiles(
    sql,
    store,
    sql`f.id in (
    with unclaimed as (
      select u.id, u.uploaded_at, row_number() over (partition by u.network order by u.uploaded_at desc, u.id) as place
      from files u where u.uploaded_by is not distinct from ${uploadedBy}::bigint and not exists (select from (${namedFiles(sql)}) named where named.id = u.id)
    ), ranked as (
      select unclaimed.id, place, row_number() over (order by place, unclaimed.uploaded_at desc) as overall from unclaimed
    )
    select ranked.id from ranked where ranked.place > ${ofOne} or ranked.overall > ${inAll})`,
  )
}

/** Deletes the unclaimed files uploaded before an instant. */
export async function deleteUnclaimed(sql: Queries, store: FileStore, before: number): Promise<void> {
  await deleteFiles(
    sql,
    store,
    sql`f.uploaded_at < ${before} and not exists (select from (${namedFiles(sql)}) named where named.id = f.id)`,
  )
}

interface Discarded {
  hash: string | null
  thumbnail: string | null
}

/** Deletes the files that match a condition on `f`. Erasures of sealed files are recorded. */
async function deleteFiles(sql: Queries, store: FileStore, condition: Fragment): Promise<void> {
  const rows = await sql<Discarded[]>`
    with gone as (delete from files f where ${condition} returning f.id, f.hash, f.thumbnail_hash as thumbnail),
      erased as (${recordErasure(sql, 'files', 'UNNAMED', sql`select id::text as row_key from gone`)})
    select hash, thumbnail from gone`
  await store.discard(
    rows.flatMap(({ hash, thumbnail }) => [hash ?? [], thumbnail ?? []].flat()),
    namedAmong(sql),
  )
}

export interface FoundFile extends StoredFile {
  id: string
  contentType: FileType
  name: string | null
  /** Thumbnail of a picture; null when the picture is small itself. */
  thumbnail: StoredFile | null
  /** Longest side of a picture, pixels; null for a document. */
  longestSide: number | null
}

/**
 * Finds a file that a caller may see: any for the platform, files of visible records, and their own uploads in their present organisation.
 * A wall sees files of visible records only.
 */
export async function findFile(
  sql: Queries,
  caller: SessionHolder,
  id: string,
  contentType: FileType,
): Promise<FoundFile | undefined> {
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

/** Stores the thumbnail of a picture that does not have one yet. */
export async function saveThumbnail(sql: Queries, id: string, { hash, size }: StoredFile): Promise<void> {
  await sql`update files set thumbnail_hash = ${hash}, thumbnail_size = ${size} where id = ${id} and thumbnail_hash is null`
}

/** Locks an unclaimed picture until the transaction ends. @returns whether it exists and is unclaimed */
export async function lockUnclaimedPicture(sql: Queries, id: string): Promise<boolean> {
  // Locks before checking: one combined query would answer from before its wait for the lock.
  const lockedRows = await sql`select from files where id = ${id} and content_type = 'image/webp' for update`
  if (lockedRows.length === 0) return false
  const rows = await sql`select from (${namedFiles(sql)}) named where named.id = ${id}`
  return rows.length === 0
}
