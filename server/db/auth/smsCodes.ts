import { smsCodeTries } from '#contract/people/auth.ts'
import type { Queries } from '../connect.ts'

/** A sent code. */
export interface CodeSent {
  /** Machine time, epoch ms. */
  at: number
  /** Hash of the cookie of the browser that requested the code; null without a cookie. */
  asker: Buffer | null
  network: string
}

/** Lists the codes sent to a telephone after an instant, newest first. Locks the telephone until the transaction ends: no other can be added. */
export async function lockCodesSent(sql: Queries, telephone: string, since: number): Promise<CodeSent[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${telephone}`}, 0))`
  return sql<CodeSent[]>`
    select created_at as at, asker, network from sms_codes where telephone = ${telephone} and created_at > ${since} order by id desc`
}

/** Returns when the code was sent that is `number` codes older than the newest of all telephones; undefined when there are fewer. */
export async function codeSentBefore(sql: Queries, number: number): Promise<number | undefined> {
  const [row] = await sql<
    { at: number }[]
  >`select created_at as at from sms_codes order by id desc limit 1 offset ${number}`
  return row?.at
}

interface NewCode extends Omit<CodeSent, 'at'> {
  telephone: string
  codeHash: Buffer
  now: number
  expiresAt: number
}

export async function insertCode(
  sql: Queries,
  { telephone, codeHash, asker, network, now, expiresAt }: NewCode,
): Promise<void> {
  await sql`
    insert into sms_codes (telephone, code_hash, asker, network, created_at, expires_at)
    values (${telephone}, ${codeHash}, ${asker}, ${network}, ${now}, ${expiresAt})`
}

interface Try extends Omit<CodeSent, 'at'> {
  telephone: string
  now: number
}

/**
 * Counts a try at the newest code that this browser requested, else at the newest code that its network requested.
 * Network tries have their own counter, so that neighbours cannot use up the browser's tries.
 * @returns the code to compare; undefined when no valid code or no try is left
 */
export async function tryNewestCode(
  sql: Queries,
  { telephone, asker, network, now }: Try,
): Promise<{ id: number; codeHash: Buffer } | undefined> {
  const [row] = await sql<{ id: number; codeHash: Buffer }[]>`
    with newest as (
      select max(id) filter (where asker = ${asker}) as own, max(id) filter (where network = ${network}) as near
      from sms_codes where telephone = ${telephone}
    )
    update sms_codes set tries = tries + (newest.own is not null)::int, network_tries = network_tries + (newest.own is null)::int
    from newest
    where id = coalesce(newest.own, newest.near) and used_at is null and expires_at > ${now}
      and case when newest.own is null then network_tries else tries end < ${smsCodeTries}
    returning id, code_hash as "codeHash"`
  return row
}

/** Marks a code as used. @returns false when it was used before */
export async function useCode(sql: Queries, id: number, now: number): Promise<boolean> {
  const rows = await sql`update sms_codes set used_at = ${now} where id = ${id} and used_at is null returning id`
  return rows.length > 0
}
