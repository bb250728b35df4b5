import { smsCodeAgainSeconds, smsCodeSeconds } from '#contract/auth.ts'
import { machineNow } from '../../clock.ts'
import { requireUncommon } from '../../commonPasswords.ts'
import { activate, register, sendActivationAgain, sendPasswordLink } from '../../entrance/registration.ts'
import { sendCode } from '../../entrance/smsCodes.ts'
import { CallError } from '../../http/callError.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { hashPassword } from '../../passwords.ts'
import { hashLink } from '../../post/letters.ts'
import { audit } from '../audit.ts'
import { findLoginById, setPassword } from '../entrance/logins.ts'
import { holdLink, takeLinks } from '../entrance/mailLinks.ts'
import { insertNotices, tellNotices } from '../office/notices.ts'
import { inTransaction } from '../records.ts'
import { deleteSessionsOf } from './sessions.ts'

export const authHandlers: HandlersOf<'auth'> = {
  login: (input, _caller, _context, { address, agent, entrance }) => entrance.signIn(input, { address, agent }),

  async sendSmsCode({ telephone }, _caller, context, { address, language, entrance }) {
    entrance.count('sms', address)
    await sendCode(context, telephone, language)
    return { againSeconds: smsCodeAgainSeconds, validSeconds: smsCodeSeconds }
  },

  async register(input, caller, context, { address, language, entrance }) {
    entrance.count('registration', address)
    return register(context, input, { author: caller, language })
  },

  async activate({ token }, caller, context, { address, language, entrance }) {
    entrance.count('link', address)
    return activate(context, token, { author: caller, language })
  },

  async sendActivation({ email }, _caller, context, { address, language, entrance }) {
    entrance.count('mail', address)
    entrance.aside(() => sendActivationAgain(context, email, language))
    return {}
  },

  async forgotPassword({ email }, _caller, context, { address, language, entrance }) {
    entrance.count('mail', address)
    entrance.aside(() => sendPasswordLink(context, email, language))
    return {}
  },

  async resetPassword({ token, password }, caller, context, { address, sessions, entrance }) {
    entrance.count('link', address)
    // Before the hash, which costs more than a caller without a link may cause.
    if ((await holdLink(context.sql, hashLink(token), 'SET_PASSWORD', machineNow())) === undefined) throw new CallError('LINK_EXPIRED')
    const passwordHash = await hashPassword(password)
    const { userName, tokenHashes, notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const userId = await holdLink(sql, hashLink(token), 'SET_PASSWORD', now)
      const user = userId === undefined ? undefined : await findLoginById(sql, userId)
      if (user?.status !== 'ACTIVE') throw new CallError('LINK_EXPIRED')
      await requireUncommon(password, user.userName)
      await takeLinks(sql, user.userId, 'SET_PASSWORD', now)
      await setPassword(sql, user.userId, passwordHash, now)
      await audit(sql, { ...caller, userId: user.userId }, now, {
        action: 'CHANGE_PASSWORD',
        noun: 'user',
        nounId: user.userId,
        before: { hasPassword: user.passwordHash !== null },
        after: { hasPassword: true },
        detail: { by: 'link' },
      })
      const notice = { type: 'notification', code: 'PASSWORD_CHANGED', params: {}, path: null, at: now } as const
      return {
        userName: user.userName,
        tokenHashes: await deleteSessionsOf(sql, [user.userId]),
        notices: await insertNotices(sql, [user.userId], notice),
      }
    })
    sessions.ended(tokenHashes, 'PASSWORD_CHANGED')
    await tellNotices(context, notices)
    return { userName }
  },

  async logout(_input, caller, _context, { sessions }) {
    await sessions.signOut(caller)
    return {}
  },
}
