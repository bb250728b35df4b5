import { type WallScreen, wallScreens } from '#contract/people/wallScreens.ts'
import type { Queries } from '../connect.ts'
import { type EndedSession, endedSessions } from './sessions.ts'

interface NewDisplay {
  code: string
  secretHash: Buffer
  address: string
  agent: string | null
  /** Machine time, epoch ms. */
  now: number
}

/** Stores a wall that waits for confirmation. */
export async function insertDisplay(
  sql: Queries,
  { code, secretHash, address, agent, now }: NewDisplay,
): Promise<void> {
  await sql`insert into displays (code, secret_hash, requested_at, address, agent) values (${code}, ${secretHash}, ${now}, ${address}, ${agent})`
}

/** Deletes walls that were requested before an instant and never confirmed. */
export async function deleteUnpaired(sql: Queries, before: number): Promise<void> {
  await sql`delete from displays where paired_at is null and requested_at < ${before}`
}

interface Pairing {
  code: string
  name: string
  shows: WallScreen
  userId: number
  now: number
  /** Codes requested before this instant have expired (machine time, epoch ms). */
  since: number
}

/** Confirms the wall that shows a code. @returns its id; undefined when no waiting wall shows the code */
export async function pairDisplay(
  sql: Queries,
  { code, name, shows, userId, now, since }: Pairing,
): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    update displays set name = ${name}, shows = ${shows}, paired_by = ${userId}, paired_at = ${now}, code = null
    where code = ${code} and paired_at is null and requested_at > ${since} returning id`
  return row?.id
}

interface LockedDisplay {
  id: number
  shows: WallScreen
  /** Null when nobody has confirmed it yet. */
  pairedBy: number | null
}

/** Finds a wall by its secret and locks it until the transaction ends. */
export async function lockDisplay(sql: Queries, secretHash: Buffer, since: number): Promise<LockedDisplay | undefined> {
  const [row] = await sql<LockedDisplay[]>`
    select id, shows, paired_by as "pairedBy" from displays where secret_hash = ${secretHash} and requested_at > ${since} for update`
  return row
}

/** Removes a wall's secret after it has fetched its token, so that nobody can use the secret again. */
export async function forgetSecret(sql: Queries, id: number): Promise<void> {
  await sql`update displays set secret_hash = null where id = ${id}`
}

/**
 * Deletes walls by id or by the user who paired them.
 * @param whose.shows restricts it to walls that show one of these screens; default: all
 * @returns the sessions that it ended
 */
export async function deleteDisplays(
  sql: Queries,
  whose: { ids: readonly number[] } | { pairedBy: readonly number[]; shows?: readonly WallScreen[] },
): Promise<EndedSession[]> {
  const condition =
    'ids' in whose
      ? sql`d.id = any(${[...whose.ids]}::bigint[])`
      : sql`d.paired_by = any(${[...whose.pairedBy]}::bigint[]) and d.shows = any(${[...(whose.shows ?? wallScreens)]})`
  const ended = await sql<EndedSession[]>`
    delete from sessions s using displays d where d.id = s.display_id and ${condition} ${endedSessions(sql)}`
  await sql`delete from displays d where ${condition}`
  return ended
}
