import type { SessionHolder } from '../../db/auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import type { FileStore, KeptFile, NamedAmong } from '../../files/fileStore.ts'
import { namedFiles, visibleFiles } from './fileOwners.ts'

/** The types that are kept: pictures are encoded as the one, documents are of the other. */
export type FileType = 'image/webp' | 'application/pdf'

interface NewFile extends KeptFile {
  contentType: FileType
  /** Pixels, of a picture. */
  width: number | null
  height: number | null
  /** What a document is called. */
  name: string | null
  /** Null: by somebody who registers. */
  uploadedBy: number | null
  /** The network that it came from. */
  network: string
  /** Machine time, epoch ms. */
  at: number
}

/** Notes a file of the store; one that nothing comes to refer to is deleted after a day. @returns its id */
export async function insertFile(sql: Queries, { hash, size, contentType, width, height, name, uploadedBy, network, at }: NewFile): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into files (hash, size, content_type, width, height, name, uploaded_by, network, uploaded_at)
    values (${hash}, ${size}, ${contentType}, ${width}, ${height}, ${name}, ${uploadedBy}, ${network}, ${at}) returning id`
  if (!row) throw new Error('no file was noted')
  return row.id
}

/** Which of some hashes a row names. */
export const namedAmong = (sql: Queries): NamedAmong => async (hashes) => {
  const rows = await sql<{ hash: string }[]>`select distinct hash from files where hash = any(${[...hashes]}::text[])`
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
  const rows = await sql<{ hash: string | null }[]>`
    with unclaimed as (
      select f.id, f.uploaded_at, row_number() over (partition by f.network order by f.uploaded_at desc, f.id) as place
      from files f where f.uploaded_by is not distinct from ${uploadedBy}::bigint and not exists (select from (${namedFiles(sql)}) named where named.id = f.id)
    ), ranked as (
      select unclaimed.id, place, row_number() over (order by place, unclaimed.uploaded_at desc) as overall from unclaimed
    )
    delete from files where id in (select ranked.id from ranked where ranked.place > ${ofOne} or ranked.overall > ${inAll}) returning hash`
  await discard(sql, store, rows)
}

/** Deletes the files before an instant that nothing refers to. */
export async function deleteUnclaimed(sql: Queries, store: FileStore, before: number): Promise<void> {
  const rows = await sql<{ hash: string | null }[]>`
    delete from files f where f.uploaded_at < ${before} and not exists (select from (${namedFiles(sql)}) named where named.id = f.id) returning hash`
  await discard(sql, store, rows)
}

function discard(sql: Queries, store: FileStore, rows: readonly { hash: string | null }[]): Promise<void> {
  return store.discard(rows.flatMap(({ hash }) => hash ?? []), namedAmong(sql))
}

export interface FoundFile extends KeptFile {
  contentType: FileType
  name: string | null
}

/** A file that a caller may see: any for the platform, those of the objects that they may see, and one's own upload; a wall the second alone. */
export async function findFile(sql: Queries, caller: SessionHolder, id: string, contentType: FileType): Promise<FoundFile | undefined> {
  const isPerson = caller.displayId === null
  const mayAll = isPerson && caller.role === 'ADMIN_PLATFORM'
  const [row] = await sql<FoundFile[]>`
    select hash, size, content_type as "contentType", name from files f
    where f.id = ${id} and f.content_type = ${contentType} and f.hash is not null and (${mayAll} or (${isPerson} and f.uploaded_by = ${caller.userId})
      or exists (select from (${visibleFiles(sql, caller)}) visible where visible.id = f.id))`
  return row
}

/** Takes hold of a picture that nothing refers to yet, until the end of the transaction. @returns whether there is one */
export async function holdUnclaimedPicture(sql: Queries, id: string): Promise<boolean> {
  // First the hold, then the question: in one query it would be answered as of before the wait for another who had it.
  const held = await sql`select from files where id = ${id} and content_type = 'image/webp' for update`
  if (held.length === 0) return false
  const rows = await sql`select from (${namedFiles(sql)}) named where named.id = ${id}`
  return rows.length === 0
}
