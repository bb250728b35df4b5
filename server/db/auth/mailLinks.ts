import type { Fragment, Queries } from '../connect.ts'

export type LinkPurpose = 'ACTIVATE' | 'SET_PASSWORD' | 'CONFIRM_EMAIL'

interface NewLink {
  tokenHash: Buffer
  purpose: LinkPurpose
  userId: number
  /** The address to confirm; only for CONFIRM_EMAIL. */
  address?: string
  /** The user who requested it for somebody else. */
  askedBy?: number
  now: number
  expiresAt: number
}

export async function insertLink(
  sql: Queries,
  { tokenHash, purpose, userId, address, askedBy, now, expiresAt }: NewLink,
): Promise<void> {
  await sql`
    insert into mail_links (token_hash, purpose, user_id, address, asked_by, created_at, expires_at)
    values (${tokenHash}, ${purpose}, ${userId}, ${address ?? null}, ${askedBy ?? null}, ${now}, ${expiresAt})`
}

interface LockedLink {
  userId: number
  /** The address to confirm; '' for purposes other than CONFIRM_EMAIL. */
  address: string
  /** Another user who requested it; null when the account's holder did. */
  askedBy: number | null
}

/**
 * Finds a valid link and locks it and its owner until the transaction ends.
 * Locks the owner before the link, as revocation does, to avoid deadlock.
 */
export async function lockLink(
  sql: Queries,
  tokenHash: Buffer,
  purpose: LinkPurpose,
  now: number,
): Promise<LockedLink | undefined> {
  await sql`select from users where id = (select user_id from mail_links where token_hash = ${tokenHash} and purpose = ${purpose}) for no key update`
  const [row] = await sql<LockedLink[]>`
    select user_id as "userId", coalesce(address, '') as address,
      nullif(asked_by, user_id) as "askedBy" from mail_links
    where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > ${now} for update`
  return row
}

/** Returns the address that a user has requested but not confirmed, as a subquery; null without one. @param userId expression for the user's id */
export function pendingEmail(sql: Queries, userId: Fragment, now: number): Fragment {
  return sql`(select l.address from mail_links l
    where l.user_id = ${userId} and l.purpose = 'CONFIRM_EMAIL' and l.used_at is null and l.expires_at > ${now}
    order by l.created_at desc limit 1)`
}

/** Marks every unused link of a purpose as used. */
export async function invalidateLinks(sql: Queries, userId: number, purpose: LinkPurpose, now: number): Promise<void> {
  await sql`update mail_links set used_at = ${now} where user_id = ${userId} and purpose = ${purpose} and used_at is null`
}

/** Counts the links of a purpose that a user was sent after an instant. Locks the user, so that concurrent requests count one after another. */
export async function countLinksLocked(
  sql: Queries,
  userId: number,
  purpose: LinkPurpose,
  since: number,
): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`
  const [row] = await sql<{ sent: number }[]>`
    select count(*) as sent from mail_links where user_id = ${userId} and purpose = ${purpose} and created_at > ${since}`
  return row?.sent ?? 0
}
