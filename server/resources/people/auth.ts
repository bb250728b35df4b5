import { smsCodeAgainSeconds, smsCodeSeconds } from '#contract/people/auth.ts'
import { machineNow } from '../../clock.ts'
import { activate, register, sendActivationAgain, sendPasswordLink } from '../registration/register.ts'
import { sendCode } from '../../auth/smsCodes.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import { hashLink } from '../../notify/templates.ts'
import { audit } from '../../records/audit.ts'
import { findLoginById, ownTexts, setPassword } from '../../db/auth/logins.ts'
import { lockLink, invalidateLinks } from '../../db/auth/mailLinks.ts'
import { emitNotices } from '../office/notices.ts'
import { beginIssuerSignIn, finishIssuerSignIn } from '../account/issuerSignIn.ts'
import { notifyOfAccountChanges } from '../account/tellChanges.ts'
import { selectRecords } from '../../records/select.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { deleteSessionsOf } from '../../db/auth/sessions.ts'
import { lockActiveUser, users } from './users.ts'

export const authHandlers: HandlersOf<'auth'> = {
  login: (input, _caller, { auth }, { address, agent, browser }) => auth.signIn(input, { address, agent, browser }),

  async beginIssuer({ email }, _caller, context, { address, nameBrowser }) {
    context.auth.count('issuer', address)
    return beginIssuerSignIn(context, email, nameBrowser())
  },

  async finishIssuer(answer, _caller, context, { address, agent, browser }) {
    context.auth.count('issuer', address)
    return finishIssuerSignIn(context, answer, { address, agent, browser })
  },

  async sendSmsCode({ telephone }, _caller, context, { address, language, nameBrowser }) {
    context.auth.count('sms', address)
    try {
      await sendCode(context, telephone, language, { address, browser: nameBrowser() })
    } catch (error) {
      if (error instanceof CallError && error.code === 'TOO_MANY_TRIES')
        context.securityLog.note({ kind: 'THROTTLED', userName: telephone, address, what: 'sms' })
      throw error
    }
    return { againSeconds: smsCodeAgainSeconds, validSeconds: smsCodeSeconds }
  },

  async register(input, caller, context, { address, browser, language }) {
    context.auth.count('registration', address)
    return register(context, input, { author: caller, asker: { address, browser }, language })
  },

  async activate({ token }, caller, context, { address, language }) {
    context.auth.count('link', address)
    return activate(context, token, { author: caller, language })
  },

  async sendActivation({ email }, _caller, context, { address, language }) {
    context.auth.count('mail', address)
    context.auth.later(() => sendActivationAgain(context, email, language))
    return {}
  },

  async forgotPassword({ email }, _caller, context, { address, language }) {
    context.auth.count('mail', address)
    context.auth.later(() => sendPasswordLink(context, email, language))
    return {}
  },

  async resetPassword({ token, password }, caller, context, { address, language }) {
    context.auth.count('link', address)
    // Checks the link before hashing, because a hash is too expensive for callers without a link.
    if ((await lockLink(context.sql, hashLink(token), 'SET_PASSWORD', machineNow())) === undefined)
      throw new CallError('LINK_EXPIRED')
    const passwordHash = await context.passwords.hash(password)
    const { userName, endedSessions, notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const link = await lockLink(sql, hashLink(token), 'SET_PASSWORD', now)
      const user = link && (await findLoginById(sql, link.userId))
      if (user?.status !== 'ACTIVE') throw new CallError('LINK_EXPIRED')
      await context.passwords.requireUncommon(password, ownTexts(user))
      await invalidateLinks(sql, user.userId, 'SET_PASSWORD', now)
      // Also voids a pending email change, which somebody who knew the old password may have requested.
      await invalidateLinks(sql, user.userId, 'CONFIRM_EMAIL', now)
      await setPassword(sql, user.userId, passwordHash, now)
      await audit(sql, { ...caller, userId: user.userId }, now, {
        action: 'CHANGE_PASSWORD',
        noun: 'user',
        nounId: user.userId,
        before: { hasPassword: user.passwordHash !== null },
        after: { hasPassword: true },
        detail: { by: 'link' },
      })
      const [before] = await selectRecords(sql, users, sql`r.id = ${user.userId}`)
      return {
        userName: user.userName,
        endedSessions: await deleteSessionsOf(sql, [user.userId]),
        notices: before
          ? await notifyOfAccountChanges(sql, context, { before, what: ['password'], by: before.displayName, language })
          : [],
      }
    })
    context.sessions.ended(endedSessions, 'PASSWORD_CHANGED')
    await emitNotices(context, notices)
    return { userName }
  },

  async confirmEmail({ token }, caller, context, { address, language }) {
    context.auth.count('link', address)
    const { user, notices, endedSessions } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const link = await lockLink(sql, hashLink(token), 'CONFIRM_EMAIL', now)
      const before = link && (await lockActiveUser(sql, link.userId))
      if (!link || !before) throw new CallError('LINK_EXPIRED')
      if (link.askedBy !== null && caller.userId !== before.id) throw new CallError('NOT_SIGNED_IN')
      await sql`update users set email = ${link.address}, updated_at = ${now}, version = version + 1 where id = ${before.id}`
      await invalidateLinks(sql, before.id, 'CONFIRM_EMAIL', now)
      // Voids password links in the old mailbox, which may no longer belong to the user.
      await invalidateLinks(sql, before.id, 'SET_PASSWORD', now)
      const after = first(await selectRecords(sql, users, sql`r.id = ${before.id}`))
      await audit(sql, { ...caller, userId: before.id }, now, {
        action: 'EDIT',
        noun: 'user',
        nounId: before.id,
        before,
        after,
        detail: { by: 'link' },
      })
      return {
        user: after,
        endedSessions: await deleteSessionsOf(
          sql,
          [before.id],
          caller.userId === before.id ? caller.tokenHash : undefined,
        ),
        notices: await notifyOfAccountChanges(sql, context, {
          before,
          what: ['email'],
          by: before.displayName,
          language,
        }),
      }
    })
    context.sessions.ended(endedSessions, 'ENDED_ELSEWHERE')
    context.events.emit('accountsChanged', { userIds: [user.id] })
    await emitNotices(context, notices)
    return { email: user.email ?? '' }
  },

  async logout(_input, caller, { sessions }) {
    await sessions.signOut(caller)
    return {}
  },
}
