import { smsCodeTries } from '#contract/people/auth.ts'
import type { Queries } from '../connect.ts'

/** When codes were sent to a telephone since an instant, the newest first; nobody else can add one until the transaction ends. */
export async function holdCodesSent(sql: Queries, telephone: string, since: number): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${telephone}`}, 0))`
  const rows = await sql<{ at: number }[]>`
    select created_at as at from sms_codes where telephone = ${telephone} and created_at > ${since} order by id desc`
  return rows.map(({ at }) => at)
}

/** When the code was sent that is so many before the newest of all telephones together; undefined when there were fewer. */
export async function codeSentBefore(sql: Queries, number: number): Promise<number | undefined> {
  const [row] = await sql<{ at: number }[]>`select created_at as at from sms_codes order by id desc limit 1 offset ${number}`
  return row?.at
}

interface NewCode {
  telephone: string
  codeHash: Buffer
  now: number
  expiresAt: number
}

export async function insertCode(sql: Queries, { telephone, codeHash, now, expiresAt }: NewCode): Promise<void> {
  await sql`
    insert into sms_codes (telephone, code_hash, created_at, expires_at) values (${telephone}, ${codeHash}, ${now}, ${expiresAt})`
}

/**
 * Counts a try at the newest code of a telephone, if it has one left.
 * @returns the code, to be compared; undefined when there is none that could be right
 */
export async function tryNewestCode(sql: Queries, telephone: string, now: number): Promise<{ id: number; codeHash: Buffer } | undefined> {
  const [row] = await sql<{ id: number; codeHash: Buffer }[]>`
    update sms_codes set tries = tries + 1
    where id = (select max(id) from sms_codes where telephone = ${telephone})
      and used_at is null and expires_at > ${now} and tries < ${smsCodeTries}
    returning id, code_hash as "codeHash"`
  return row
}

/** Uses a code up. @returns false when it was used before */
export async function takeCode(sql: Queries, id: number, now: number): Promise<boolean> {
  const rows = await sql`update sms_codes set used_at = ${now} where id = ${id} and used_at is null returning id`
  return rows.length > 0
}
