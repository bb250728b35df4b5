import type { Queries } from '../connect.ts'

/** Uses up a time step of a user's authenticator. @returns false when this step or a later one was used before */
export async function claimTotpStep(sql: Queries, userId: number, step: number): Promise<boolean> {
  const rows = await sql`
    update users set totp_last_step = ${step} where id = ${userId} and (totp_last_step is null or totp_last_step < ${step}) returning id`
  return rows.length > 0
}

/** Uses up a recovery code. @returns false when the user has no unused code with that hash */
export async function redeemRecoveryCode(
  sql: Queries,
  userId: number,
  codeHash: Buffer,
  now: number,
): Promise<boolean> {
  const rows = await sql`
    update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${codeHash} and used_at is null returning user_id`
  return rows.length > 0
}

/**
 * Stores a new encrypted secret next to the confirmed one, until the user confirms it.
 * @param inForce the confirmed secret that the caller has read (encrypted); null without one
 * @returns false when the confirmed secret has changed since
 */
export async function savePendingTotp(
  sql: Queries,
  userId: number,
  sealed: Buffer,
  inForce: Buffer | null,
): Promise<boolean> {
  const rows = await sql`
    update users set totp_pending = ${sealed} where id = ${userId} and totp_secret is not distinct from ${inForce} returning id`
  return rows.length > 0
}

export async function pendingTotp(sql: Queries, userId: number): Promise<Buffer | null> {
  const [row] = await sql<{ sealed: Buffer | null }[]>`select totp_pending as sealed from users where id = ${userId}`
  return row?.sealed ?? null
}

/** Replaces the confirmed secret and the recovery codes. @returns false when the pending secret has changed since */
export async function confirmTotp(
  sql: Queries,
  {
    userId,
    sealed,
    step,
    now,
    codeHashes,
  }: { userId: number; sealed: Buffer; step: number; now: number; codeHashes: readonly Buffer[] },
): Promise<boolean> {
  const rows = await sql`
    update users set totp_secret = totp_pending, totp_pending = null, totp_confirmed_at = ${now}, totp_last_step = ${step},
      updated_at = ${now}, version = version + 1
    where id = ${userId} and totp_pending = ${sealed} returning id`
  if (rows.length === 0) return false
  await sql`delete from recovery_codes where user_id = ${userId}`
  const hashes = codeHashes.map((hash) => hash.toString('hex'))
  await sql`insert into recovery_codes (user_id, code_hash) select ${userId}, decode(hash, 'hex') from unnest(${hashes}::text[]) as hash`
  return true
}

/** Removes a user's second factor. @returns whether there was one */
export async function clearTotp(sql: Queries, userId: number, now: number): Promise<boolean> {
  await sql`delete from recovery_codes where user_id = ${userId}`
  const rows = await sql`
    update users set totp_secret = null, totp_pending = null, totp_confirmed_at = null, totp_last_step = null, updated_at = ${now},
      version = version + 1
    where id = ${userId} and totp_confirmed_at is not null returning id`
  return rows.length > 0
}
