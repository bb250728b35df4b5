import { smsCodeTries } from '#contract/people/auth.ts'
import type { Queries } from '../connect.ts'

/** A code that was sent. */
export interface CodeSent {
  /** Machine time, epoch ms. */
  at: number
  /** Hash of the name of the browser that asked for it; null: it had none. */
  asker: Buffer | null
  network: string
}

/** The codes sent to a telephone since an instant, the newest first; nobody else can add one until the transaction ends. */
export async function holdCodesSent(sql: Queries, telephone: string, since: number): Promise<CodeSent[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${telephone}`}, 0))`
  return sql<CodeSent[]>`
    select created_at as at, asker, network from sms_codes where telephone = ${telephone} and created_at > ${since} order by id desc`
}

/** When the code was sent that is so many before the newest of all telephones together; undefined when there were fewer. */
export async function codeSentBefore(sql: Queries, number: number): Promise<number | undefined> {
  const [row] = await sql<{ at: number }[]>`select created_at as at from sms_codes order by id desc limit 1 offset ${number}`
  return row?.at
}

interface NewCode extends Omit<CodeSent, 'at'> {
  telephone: string
  codeHash: Buffer
  now: number
  expiresAt: number
}

export async function insertCode(sql: Queries, { telephone, codeHash, asker, network, now, expiresAt }: NewCode): Promise<void> {
  await sql`
    insert into sms_codes (telephone, code_hash, asker, network, created_at, expires_at)
    values (${telephone}, ${codeHash}, ${asker}, ${network}, ${now}, ${expiresAt})`
}

interface Try extends Omit<CodeSent, 'at'> {
  telephone: string
  now: number
}

/**
 * Counts a try at the newest code of a telephone that a browser asked for, else at the newest that its network asked for, if
 * it has one left. Those of the network are counted apart: nobody there uses up the browser's own.
 * @returns the code, to be compared; undefined when there is none that could be right
 */
export async function tryNewestCode(sql: Queries, { telephone, asker, network, now }: Try): Promise<{ id: number; codeHash: Buffer } | undefined> {
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

/** Uses a code up. @returns false when it was used before */
export async function takeCode(sql: Queries, id: number, now: number): Promise<boolean> {
  const rows = await sql`update sms_codes set used_at = ${now} where id = ${id} and used_at is null returning id`
  return rows.length > 0
}
