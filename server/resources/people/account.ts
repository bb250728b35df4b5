import type { Account } from '#contract/account.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'
import type { Attempt } from '../../auth/loginThrottle.ts'
import { hashRecoveryCode, newRecoveryCodes, newTotp, stepOf } from '../../auth/secondFactor.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import type { CallInfo, HandlersOf } from '../../handler.ts'
import { autoLoginMs, type Caller } from '../../auth/sessions.ts'
import { audit } from '../../records/audit.ts'
import { findLoginById, setPassword } from '../../db/auth/logins.ts'
import { takeLinks } from '../../db/auth/mailLinks.ts'
import { clearTotp, confirmTotp, keepPendingTotp, pendingTotp } from '../../db/auth/secondFactors.ts'
import { insertNotices, noticeCounts, tellNotices } from '../office/notices.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { deleteSessionsOf, sessionsOf } from '../../db/auth/sessions.ts'

interface AccountRow extends Omit<Account, 'notifyCount' | 'unreadCount' | 'twoFactor'> {
  twoFactorEnabled: boolean
  twoFactorRequired: boolean
  recoveryCodesLeft: number
}

async function readAccount(sql: Queries, { userId }: Caller): Promise<Account> {
  const [rows, counts] = await Promise.all([
    sql<AccountRow[]>`
      select u.id, u.user_name as "userName", u.display_name as "displayName", u.email, u.telephone, u.role, u.version,
        u.organisation_id as "userOrgId", o.kind as "organizationRole", o.name as "organizationName",
        u.password_hash is not null as "hasPassword", u.totp_confirmed_at is not null as "twoFactorEnabled",
        coalesce(o.requires_two_factor, false) as "twoFactorRequired",
        (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null) as "recoveryCodesLeft"
      from users u left join organisations o on o.id = u.organisation_id where u.id = ${userId}`,
    noticeCounts(sql, userId),
  ])
  const { twoFactorEnabled, twoFactorRequired, recoveryCodesLeft, ...account } = first(rows)
  return { ...account, ...counts, twoFactor: { enabled: twoFactorEnabled, required: twoFactorRequired, recoveryCodesLeft } }
}

/** What of an account an audit entry shows. */
function shown({ displayName, email }: Pick<Account, 'displayName' | 'email'>) {
  return { displayName, email }
}

/**
 * Checks a caller's own password; wrong ones are counted as at a sign-in.
 * @throws CallError WRONG_PASSWORD that names the field, TOO_MANY_TRIES
 */
async function prove({ sql, auth, passwords }: Context, caller: Caller, password: string, field: string, { address }: CallInfo) {
  const attempt: Attempt = auth.proofs.begin(String(caller.userId), address)
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

/**
 * Checks the password and, where a second factor is in force, a code of it, before that factor is replaced or ended.
 * @returns the secret (sealed) of the factor that was proven; null where none is in force
 * @throws CallError as `prove`, and BAD_TWO_FACTOR that names the field
 */
async function proveBoth(
  context: Context,
  caller: Caller,
  { password, twoFactorCode: code }: { password: string; twoFactorCode?: string | undefined },
  call: CallInfo,
): Promise<Buffer | null> {
  const { userId, totpSecret } = await prove(context, caller, password, 'password', call)
  if (!totpSecret) return null
  const unproven = (fault: 'required' | 'wrong') => new CallError('BAD_TWO_FACTOR', { status: 422, fields: { twoFactorCode: fault } })
  if (code === undefined) throw unproven('required')
  const attempt = context.auth.proofs.begin(`totp ${userId}`, call.address)
  const isGood = await context.auth.takeSecondFactor(context.sql, { userId, totpSecret, code }).catch((error: unknown) => {
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

export const accountHandlers: HandlersOf<'account'> = {
  profile: (_input, caller, { sql }) => readAccount(sql, caller),

  async edit({ displayName, email, password, version }, caller, context, call) {
    const moves = (from: string | null) => from?.toLowerCase() !== email?.toLowerCase()
    if (moves((await readAccount(context.sql, caller)).email)) await prove(context, caller, password ?? '', 'password', call)
    const { account } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const [before] = await sql<{ displayName: string; email: string | null; version: number }[]>`
        select display_name as "displayName", email, version from users where id = ${caller.userId} for update`
      if (before?.version !== version) throw new CallError('CONFLICT', { fields: { version: 'stale' } })
      await sql`
        update users set display_name = ${displayName}, email = ${email}, updated_at = ${now}, version = version + 1
        where id = ${caller.userId}`
      // A link that lies in a mailbox that is no longer theirs must not set their password.
      if (moves(before.email)) await takeLinks(sql, caller.userId, 'SET_PASSWORD', now)
      const after = { displayName, email }
      await audit(sql, caller, now, { action: 'EDIT', noun: 'user', nounId: caller.userId, before: shown(before), after: shown(after) })
      return { account: await readAccount(sql, caller) }
    })
    context.events.emit('accountsChanged', { userIds: [caller.userId] })
    return account
  },

  async changePassword({ oldPassword, password }, caller, context, call) {
    const known = await findLoginById(context.sql, caller.userId)
    // Who was invited and has none sets their first one; whoever has one has to know it.
    const login = known?.passwordHash === null ? known : await prove(context, caller, oldPassword, 'oldPassword', call)
    await context.passwords.requireUncommon(password, caller.userName)
    const passwordHash = await context.passwords.hash(password)
    const { token, tokenHashes, notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const held = first(
        await sql<{ passwordHash: string | null }[]>`
          select password_hash as "passwordHash" from users where id = ${caller.userId} for update`,
      )
      if (held.passwordHash !== login.passwordHash) throw new CallError('CONFLICT', { fields: { oldPassword: 'stale' } })
      const own = (await sessionsOf(sql, caller.userId, now)).find(({ tokenHash }) => tokenHash === caller.tokenHash)
      if (!own) throw new CallError('NOT_SIGNED_IN')
      await setPassword(sql, caller.userId, passwordHash, now)
      // A link that was sent before must not set another: whoever changes a password may do it because a mailbox is open to others.
      await takeLinks(sql, caller.userId, 'SET_PASSWORD', now)
      const ended = await deleteSessionsOf(sql, [caller.userId])
      const autoLogin = own.idleMs === autoLoginMs
      const fresh = await context.sessions.start({ userId: caller.userId, passwordHash, autoLogin, address: call.address, agent: call.agent }, sql)
      if (fresh === null) throw new CallError('NOT_SIGNED_IN')
      await audit(sql, caller, now, {
        action: 'CHANGE_PASSWORD',
        noun: 'user',
        nounId: caller.userId,
        before: { hasPassword: login.passwordHash !== null },
        after: { hasPassword: true },
      })
      const notice = { type: 'notification', code: 'PASSWORD_CHANGED', params: {}, path: null, at: now } as const
      return { token: fresh, tokenHashes: ended, notices: await insertNotices(sql, [caller.userId], notice) }
    })
    context.sessions.ended(tokenHashes, 'PASSWORD_CHANGED')
    await tellNotices(context, notices)
    return { token }
  },

  async sessions(_input, caller, { sql }) {
    const rows = await sessionsOf(sql, caller.userId, machineNow())
    const list = rows.map(({ id, tokenHash, createdAt, usedAt, expiresAt, address, agent }) => ({
      id,
      isThis: tokenHash === caller.tokenHash,
      createdAt: toInstant(createdAt),
      usedAt: toInstant(usedAt),
      expiresAt: toInstant(expiresAt),
      address,
      agent,
    }))
    return { list }
  },

  async endSession({ id }, caller, { sessions }) {
    if (!(await sessions.endOne(caller.userId, id, 'ENDED_ELSEWHERE'))) throw new CallError('NOT_FOUND')
    return {}
  },

  async endOtherSessions(_input, caller, { sessions }) {
    return { ended: await sessions.endUserSessions(caller.userId, 'ENDED_ELSEWHERE', caller.tokenHash) }
  },

  async beginTwoFactor(input, caller, context, call) {
    const { sql, secrets } = context
    const inForce = await proveBoth(context, caller, input, call)
    const { text, uri, sealed } = newTotp(secrets, caller.userId, caller.userName)
    // Another factor has come into force since: nobody has proven that one.
    if (!(await keepPendingTotp(sql, caller.userId, sealed, inForce))) throw new CallError('CONFLICT')
    return { secret: text, uri }
  },

  async confirmTwoFactor({ code }, caller, context, call) {
    const sealed = await pendingTotp(context.sql, caller.userId)
    const attempt = context.auth.proofs.begin(`totp ${caller.userId}`, call.address)
    const step = sealed && stepOf(context.secrets, caller.userId, sealed, code)
    if (!sealed || step === null) {
      attempt.failed()
      throw new CallError('BAD_TWO_FACTOR', { status: 422, fields: { code: 'wrong' } })
    }
    attempt.succeeded()
    const recoveryCodes = newRecoveryCodes()
    const { ended } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const codeHashes = recoveryCodes.map(hashRecoveryCode)
      if (!(await confirmTotp(sql, { userId: caller.userId, sealed, step, now, codeHashes }))) throw new CallError('CONFLICT')
      await audit(sql, caller, now, {
        action: 'BEGIN_TWO_FACTOR',
        noun: 'user',
        nounId: caller.userId,
        before: {},
        after: { twoFactor: true },
      })
      // They began without it, and where it is required only waited for it to be set up.
      return { ended: await deleteSessionsOf(sql, [caller.userId], caller.tokenHash) }
    })
    context.sessions.ended(ended, 'ENDED_ELSEWHERE')
    context.events.emit('accountsChanged', { userIds: [caller.userId] })
    return { recoveryCodes }
  },

  async endTwoFactor(input, caller, context, call) {
    const { twoFactor } = await readAccount(context.sql, caller)
    if (twoFactor.required) throw new CallError('NOT_ALLOWED')
    await proveBoth(context, caller, input, call)
    await context.sql.begin(async (sql) => {
      const now = machineNow()
      if (!(await clearTotp(sql, caller.userId, now))) return
      await audit(sql, caller, now, {
        action: 'END_TWO_FACTOR',
        noun: 'user',
        nounId: caller.userId,
        before: { twoFactor: true },
        after: { twoFactor: false },
      })
    })
    context.events.emit('accountsChanged', { userIds: [caller.userId] })
    return {}
  },
}
