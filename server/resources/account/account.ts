import type { Account } from '#contract/people/account.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'
import { hashRecoveryCode, newRecoveryCodes, newTotp, stepOf } from '../../auth/secondFactor.ts'
import { badCaptcha, checkCode } from '../../auth/smsCodes.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import { autoLoginMs, type Caller } from '../../auth/sessions.ts'
import { audit } from '../../records/audit.ts'
import { findLoginById, ownTexts, setPassword } from '../../db/auth/logins.ts'
import { pendingEmail, invalidateLinks } from '../../db/auth/mailLinks.ts'
import { clearTotp, confirmTotp, savePendingTotp, pendingTotp } from '../../db/auth/secondFactors.ts'
import { noticeCounts, emitNotices } from '../office/notices.ts'
import { askForEmail } from './askForEmail.ts'
import { proofSeconds, proveBoth, provePassword, requireRecentProof } from './proof.ts'
import { notifyOfAccountChanges } from './tellChanges.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import type { AccountChange } from '../../notify/changeTemplates.ts'
import { useCode } from '../../db/auth/smsCodes.ts'
import { deleteSessionsOf, isTwoFactorDue, noteProof, sessionsOf } from '../../db/auth/sessions.ts'

interface AccountRow extends Omit<
  Account,
  'notifyCount' | 'unreadCount' | 'twoFactor' | 'isDisplay' | 'shows' | 'idleEndsInMs'
> {
  twoFactorEnabled: boolean
  twoFactorRequired: boolean
  twoFactorFrom: string | null
  twoFactorDue: boolean
  recoveryCodesLeft: number
}

async function readAccount(
  sql: Queries,
  { userId, idleEndsInMs, needsTwoFactor = false, twoFactorDue: isSessionDue }: Caller,
): Promise<Account> {
  const [rows, counts] = await Promise.all([
    sql<AccountRow[]>`
      select u.id, u.user_name as "userName", u.display_name as "displayName", u.email,
        ${pendingEmail(sql, sql`u.id`, machineNow())} as "pendingEmail", u.telephone, u.pending_telephone as "pendingTelephone", u.role, u.version,
        u.organisation_id as "userOrgId", o.kind as "organizationRole", o.name as "organizationName",
        u.password_hash is not null as "hasPassword", u.totp_confirmed_at is not null as "twoFactorEnabled",
        coalesce(o.requires_two_factor, false) as "twoFactorRequired", o.two_factor_from as "twoFactorFrom",
        ${isTwoFactorDue(sql, machineNow())} as "twoFactorDue",
        (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null) as "recoveryCodesLeft"
      from users u left join organisations o on o.id = u.organisation_id where u.id = ${userId}`,
    noticeCounts(sql, userId),
  ])
  const { twoFactorEnabled, twoFactorRequired, twoFactorFrom, twoFactorDue, recoveryCodesLeft, ...account } =
    first(rows)
  const twoFactor = {
    enabled: twoFactorEnabled,
    required: twoFactorRequired || needsTwoFactor,
    requiredFrom: twoFactorRequired && !needsTwoFactor ? twoFactorFrom : null,
    // A session that an identity provider checked a second factor for needs none.
    due: isSessionDue && (twoFactorDue || (needsTwoFactor && !twoFactorEnabled)),
    recoveryCodesLeft,
  }
  return { ...account, ...counts, isDisplay: false, shows: null, idleEndsInMs, twoFactor }
}

/** Reads the account of a wall, without data of the user who paired it. */
async function readDisplay(sql: Queries, caller: Caller, displayId: number): Promise<Account> {
  const account = await readAccount(sql, caller)
  const [display] = await sql<{ name: string | null }[]>`select name from displays where id = ${displayId}`
  const name = display?.name ?? ''
  return {
    ...account,
    userName: '',
    displayName: name,
    email: null,
    pendingEmail: null,
    telephone: null,
    pendingTelephone: null,
    role: 'OTHERS',
    hasPassword: false,
    isDisplay: true,
    shows: caller.displayShows,
    notifyCount: 0,
    unreadCount: 0,
    twoFactor: { enabled: false, required: false, requiredFrom: null, due: false, recoveryCodesLeft: 0 },
  }
}

/** Returns the fields of an account that audit entries show. */
function shown({ displayName, email, pendingEmail }: Pick<Account, 'displayName' | 'email' | 'pendingEmail'>) {
  return { displayName, email, pendingEmail }
}

export const accountHandlers: HandlersOf<'account'> = {
  profile: (_input, caller, { sql }) =>
    caller.displayId === null ? readAccount(sql, caller) : readDisplay(sql, caller, caller.displayId),

  async prove(input, caller, context, call) {
    const { userId, userName } = caller
    const noted = { userId, userName, address: call.address, agent: call.agent }
    try {
      await proveBoth(context, caller, input, call)
    } catch (error) {
      if (error instanceof CallError) context.securityLog.note({ kind: 'PROOF_FAILED', ...noted, what: error.code })
      throw error
    }
    await noteProof(context.sql, caller.tokenHash, machineNow())
    context.securityLog.note({ kind: 'PROOF', ...noted })
    return { forSeconds: proofSeconds }
  },

  async edit({ displayName, email, version }, caller, context, { language }) {
    const { account, notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      await sql`select from users where id = ${caller.userId} for no key update`
      const before = await readAccount(sql, caller)
      if (before.version !== version) throw new CallError('CONFLICT', { fields: { version: 'stale' } })
      const isSame = (currentAddress: string | null) => currentAddress?.toLowerCase() === email?.toLowerCase()
      const [isHeld, isAwaited] = [isSame(before.email), email !== null && isSame(before.pendingEmail)]
      const what: AccountChange[] = isHeld || isAwaited ? [] : [email === null ? 'email' : 'emailAsked']
      if (what.length > 0) await requireRecentProof(sql, caller)
      if (what.includes('emailAsked') && email !== null)
        await askForEmail(sql, context, { ...before, organisationName: before.organizationName }, { email, language })
      // Keeping the present address cancels a requested one.
      if (isHeld) await invalidateLinks(sql, caller.userId, 'CONFIRM_EMAIL', now)
      if (what.includes('email'))
        for (const purpose of ['SET_PASSWORD', 'CONFIRM_EMAIL'] as const)
          await invalidateLinks(sql, caller.userId, purpose, now)
      await sql`
        update users set display_name = ${displayName}, email = ${isHeld || what.includes('email') ? email : before.email}, updated_at = ${now},
          version = version + 1
        where id = ${caller.userId}`
      const after = await readAccount(sql, caller)
      await audit(sql, caller, now, {
        action: 'EDIT',
        noun: 'user',
        nounId: caller.userId,
        before: shown(before),
        after: shown(after),
      })
      return {
        account: after,
        notices: await notifyOfAccountChanges(sql, context, { before, what, by: before.displayName, language }),
      }
    })
    context.events.emit('accountsChanged', { userIds: [caller.userId] })
    await emitNotices(context, notices)
    return account
  },

  async changeTelephone({ telephone, captcha }, caller, context, { address, browser, language }) {
    await requireRecentProof(context.sql, caller)
    const codeId = await checkCode(context, telephone, captcha, { address, browser })
    if (codeId === null) throw badCaptcha()
    const { account, ended, notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      await sql`select from users where id = ${caller.userId} for no key update`
      if (!(await useCode(sql, codeId, now))) throw badCaptcha()
      const before = await readAccount(sql, caller)
      const others = await sql`select from users where telephone = ${telephone} and id <> ${caller.userId}`
      if (others.length > 0) throw new CallError('CONFLICT', { fields: { telephone: 'unusable' } })
      await sql`
        update users set telephone = ${telephone}, pending_telephone = null, updated_at = ${now}, version = version + 1
        where id = ${caller.userId}`
      const after = await readAccount(sql, caller)
      await audit(sql, caller, now, {
        action: 'EDIT',
        noun: 'user',
        nounId: caller.userId,
        before: { telephone: before.telephone },
        after: { telephone },
      })
      const what: AccountChange[] = before.telephone === telephone ? [] : ['telephone']
      return {
        account: after,
        ended: await deleteSessionsOf(sql, [caller.userId], caller.tokenHash),
        notices: await notifyOfAccountChanges(sql, context, { before, what, by: before.displayName, language }),
      }
    })
    context.sessions.ended(ended, 'ENDED_ELSEWHERE')
    context.events.emit('accountsChanged', { userIds: [caller.userId] })
    await emitNotices(context, notices)
    return account
  },

  async changePassword({ oldPassword, password }, caller, context, call) {
    const currentLogin = await findLoginById(context.sql, caller.userId)
    // Invited users without a password set their first one; others must enter their present one.
    const login =
      currentLogin?.passwordHash === null
        ? currentLogin
        : await provePassword(context, caller, oldPassword, 'oldPassword', call)
    await context.passwords.requireUncommon(password, ownTexts(login))
    const passwordHash = await context.passwords.hash(password)
    const { token, endedSessions, notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const lockedUser = first(
        await sql<{ passwordHash: string | null }[]>`
          select password_hash as "passwordHash" from users where id = ${caller.userId} for no key update`,
      )
      if (lockedUser.passwordHash !== login.passwordHash)
        throw new CallError('CONFLICT', { fields: { oldPassword: 'stale' } })
      const own = (await sessionsOf(sql, caller.userId, now)).find(({ tokenHash }) => tokenHash === caller.tokenHash)
      if (!own) throw new CallError('NOT_SIGNED_IN')
      await setPassword(sql, caller.userId, passwordHash, now)
      // Voids earlier links, which must set neither another password nor an address: the user may suspect that others read their mail or know the
      // password.
      for (const purpose of ['SET_PASSWORD', 'CONFIRM_EMAIL'] as const)
        await invalidateLinks(sql, caller.userId, purpose, now)
      const ended = await deleteSessionsOf(sql, [caller.userId])
      const autoLogin = own.idleMs === autoLoginMs
      const fresh = await context.sessions.start(
        {
          userId: caller.userId,
          passwordHash,
          isProven: login.passwordHash !== null,
          autoLogin,
          address: call.address,
          agent: call.agent,
        },
        sql,
      )
      if (fresh === null) throw new CallError('NOT_SIGNED_IN')
      await audit(sql, caller, now, {
        action: 'CHANGE_PASSWORD',
        noun: 'user',
        nounId: caller.userId,
        before: { hasPassword: login.passwordHash !== null },
        after: { hasPassword: true },
      })
      const before = await readAccount(sql, caller)
      const notices = await notifyOfAccountChanges(sql, context, {
        before,
        what: ['password'],
        by: before.displayName,
        language: call.language,
      })
      return { token: fresh, endedSessions: ended, notices }
    })
    context.sessions.ended(endedSessions, 'PASSWORD_CHANGED')
    await emitNotices(context, notices)
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
    // Another factor has become active in between, and the user has not proven that one.
    if (!(await savePendingTotp(sql, caller.userId, sealed, inForce))) throw new CallError('CONFLICT')
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
    const { ended, notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const codeHashes = recoveryCodes.map(hashRecoveryCode)
      if (!(await confirmTotp(sql, { userId: caller.userId, sealed, step, now, codeHashes })))
        throw new CallError('CONFLICT')
      await audit(sql, caller, now, {
        action: 'BEGIN_TWO_FACTOR',
        noun: 'user',
        nounId: caller.userId,
        before: {},
        after: { twoFactor: true },
      })
      const before = await readAccount(sql, caller)
      const notices = await notifyOfAccountChanges(sql, context, {
        before,
        what: ['twoFactorBegun'],
        by: before.displayName,
        language: call.language,
      })
      // Ends the other sessions, which were started without the second factor.
      return { ended: await deleteSessionsOf(sql, [caller.userId], caller.tokenHash), notices }
    })
    context.sessions.ended(ended, 'ENDED_ELSEWHERE')
    context.events.emit('accountsChanged', { userIds: [caller.userId] })
    await emitNotices(context, notices)
    return { recoveryCodes }
  },

  async endTwoFactor(input, caller, context, call) {
    const { twoFactor } = await readAccount(context.sql, caller)
    if (twoFactor.required) throw new CallError('NOT_ALLOWED')
    await proveBoth(context, caller, input, call)
    const { notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      if (!(await clearTotp(sql, caller.userId, now))) return { notices: [] }
      await audit(sql, caller, now, {
        action: 'END_TWO_FACTOR',
        noun: 'user',
        nounId: caller.userId,
        before: { twoFactor: true },
        after: { twoFactor: false },
      })
      const before = await readAccount(sql, caller)
      return {
        notices: await notifyOfAccountChanges(sql, context, {
          before,
          what: ['twoFactorEnded'],
          by: before.displayName,
          language: call.language,
        }),
      }
    })
    await emitNotices(context, notices)
    context.events.emit('accountsChanged', { userIds: [caller.userId] })
    return {}
  },
}
