import type { CallInfo } from '../../handler.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { findLoginById, type LoginRow } from '../../db/auth/logins.ts'
import { isProvenSince } from '../../db/auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'

/** Time after an authentication in which a session may make sensitive changes, s. */
export const proofSeconds = 5 * 60

/**
 * Requires that the caller has authenticated recently. A stranger at an open browser has not.
 * @throws CallError PROOF_REQUIRED
 */
export async function requireRecentProof(sql: Queries, { tokenHash }: Pick<Caller, 'tokenHash'>): Promise<void> {
  if (!(await isProvenSince(sql, tokenHash, machineNow() - proofSeconds * 1000))) throw new CallError('PROOF_REQUIRED')
}

/**
 * Requires of callers with a second factor that they have authenticated recently, which includes its code.
 * @throws CallError PROOF_REQUIRED
 */
export async function requireSecondFactorProof(sql: Queries, caller: Caller): Promise<void> {
  const rows = await sql`select from users where id = ${caller.userId} and totp_confirmed_at is not null`
  if (rows.length > 0) await requireRecentProof(sql, caller)
}

/**
 * Checks the caller's own password. Wrong ones count like failed sign-ins.
 * @throws CallError WRONG_PASSWORD naming the field, TOO_MANY_TRIES
 */
export async function provePassword(
  { sql, auth, passwords }: Context,
  caller: Caller,
  password: string,
  field: string,
  { address }: CallInfo,
): Promise<LoginRow> {
  const attempt = auth.proofs.begin(String(caller.userId), address)
  try {
    const login = await findLoginById(sql, caller.userId)
    if (!login) throw new CallError('NOT_FOUND')
    const isRight = login.passwordHash !== null && (await passwords.matches(login.passwordHash, password))
    if (isRight) attempt.succeeded()
    else {
      attempt.failed()
      throw new CallError('WRONG_PASSWORD', { fields: { [field]: login.passwordHash === null ? 'not_set' : 'wrong' } })
    }
    return login
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'WRONG_PASSWORD')) attempt.dropped()
    throw error
  }
}

interface Proof {
  password: string
  twoFactorCode?: string | undefined
}

/**
 * Checks the caller's password and, when a second factor is active, its code. Users without a password need the code alone.
 * @returns the sealed secret of the proven factor; null when no factor is active
 * @throws CallError as `provePassword` does, and BAD_TWO_FACTOR naming the field
 */
export async function proveBoth(
  context: Context,
  caller: Caller,
  { password, twoFactorCode: code }: Proof,
  call: CallInfo,
): Promise<Buffer | null> {
  const currentLogin = await findLoginById(context.sql, caller.userId)
  const hasFactorAlone = currentLogin?.passwordHash === null && currentLogin.totpSecret !== null
  const { userId, totpSecret } = hasFactorAlone
    ? currentLogin
    : await provePassword(context, caller, password, 'password', call)
  if (!totpSecret) return null
  const unproven = (fault: 'required' | 'wrong') =>
    new CallError('BAD_TWO_FACTOR', { status: 422, fields: { twoFactorCode: fault } })
  if (code === undefined) throw unproven('required')
  const attempt = context.auth.proofs.begin(`totp ${userId}`, call.address)
  const isGood = await context.auth
    .checkSecondFactor(context.sql, { userId, totpSecret, code })
    .catch((error: unknown) => {
      attempt.dropped()
      throw error
    })
  if (!isGood) {
    attempt.failed()
    throw unproven('wrong')
  }
  attempt.succeeded()
  return totpSecret
}
