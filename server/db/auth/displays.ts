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

/** Keeps a wall that waits to be confirmed. */
export async function insertDisplay(sql: Queries, { code, secretHash, address, agent, now }: NewDisplay): Promise<void> {
  await sql`insert into displays (code, secret_hash, requested_at, address, agent) values (${code}, ${secretHash}, ${now}, ${address}, ${agent})`
}

/** Forgets the walls that nobody confirmed before an instant. */
export async function deleteUnpaired(sql: Queries, before: number): Promise<void> {
  await sql`delete from displays where paired_at is null and requested_at < ${before}`
}

interface Pairing {
  code: string
  name: string
  shows: WallScreen
  userId: number
  now: number
  /** Codes from before this instant no longer hold. */
  since: number
}

/** Confirms the wall that shows a code. @returns its id; undefined when none shows it */
export async function pairDisplay(sql: Queries, { code, name, shows, userId, now, since }: Pairing): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    update displays set name = ${name}, shows = ${shows}, paired_by = ${userId}, paired_at = ${now}, code = null
    where code = ${code} and paired_at is null and requested_at > ${since} returning id`
  return row?.id
}

interface HeldDisplay {
  id: number
  shows: WallScreen
  /** Null: nobody yet. */
  pairedBy: number | null
}

/** The wall of a secret, and who paired it; held until the transaction ends. */
export async function holdDisplay(sql: Queries, secretHash: Buffer, since: number): Promise<HeldDisplay | undefined> {
  const [row] = await sql<HeldDisplay[]>`
    select id, shows, paired_by as "pairedBy" from displays where secret_hash = ${secretHash} and requested_at > ${since} for update`
  return row
}

/** A wall has fetched its token: its secret is good for no other. */
export async function forgetSecret(sql: Queries, id: number): Promise<void> {
  await sql`update displays set secret_hash = null where id = ${id}`
}

/**
 * Deletes walls, by their ids or by who paired them.
 * @param whose.shows those of them that show one of these alone; all, unless told
 * @returns the sessions that ended by it
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
