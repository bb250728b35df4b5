import type { Fragment, Queries } from '../connect.ts'

export type LinkPurpose = 'ACTIVATE' | 'SET_PASSWORD' | 'CONFIRM_EMAIL'

interface NewLink {
  tokenHash: Buffer
  purpose: LinkPurpose
  userId: number
  /** Of CONFIRM_EMAIL: the address that it confirms. */
  address?: string
  now: number
  expiresAt: number
}

export async function insertLink(sql: Queries, { tokenHash, purpose, userId, address, now, expiresAt }: NewLink): Promise<void> {
  await sql`
    insert into mail_links (token_hash, purpose, user_id, address, created_at, expires_at)
    values (${tokenHash}, ${purpose}, ${userId}, ${address ?? null}, ${now}, ${expiresAt})`
}

interface HeldLink {
  userId: number
  /** Of CONFIRM_EMAIL: the address that it confirms; '' for others. */
  address: string
}

/** Finds the owner of a link that is still valid, and locks both, the owner first as whoever withdraws links does: nobody else can use it until the transaction ends. */
export async function holdLink(sql: Queries, tokenHash: Buffer, purpose: LinkPurpose, now: number): Promise<HeldLink | undefined> {
  await sql`select from users where id = (select user_id from mail_links where token_hash = ${tokenHash} and purpose = ${purpose}) for no key update`
  const [row] = await sql<HeldLink[]>`
    select user_id as "userId", coalesce(address, '') as address from mail_links
    where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > ${now} for update`
  return row
}

/** The address that a user has asked for and not confirmed yet; null: none. @param userId gives the user's id */
export function pendingEmail(sql: Queries, userId: Fragment, now: number): Fragment {
  return sql`(select l.address from mail_links l
    where l.user_id = ${userId} and l.purpose = 'CONFIRM_EMAIL' and l.used_at is null and l.expires_at > ${now}
    order by l.created_at desc limit 1)`
}

/** Uses up every link of a purpose that a user has. */
export async function takeLinks(sql: Queries, userId: number, purpose: LinkPurpose, now: number): Promise<void> {
  await sql`update mail_links set used_at = ${now} where user_id = ${userId} and purpose = ${purpose} and used_at is null`
}

/** How many links of a purpose a user was sent since an instant; nobody else counts them until the transaction ends. */
export async function holdLinksSent(sql: Queries, userId: number, purpose: LinkPurpose, since: number): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`
  const [row] = await sql<{ sent: number }[]>`
    select count(*) as sent from mail_links where user_id = ${userId} and purpose = ${purpose} and created_at > ${since}`
  return row?.sent ?? 0
}
