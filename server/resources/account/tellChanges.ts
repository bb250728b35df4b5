import type { NoticeCode } from '#contract/office/notices.ts'
import type { User } from '#contract/people/users.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../db/connect.ts'
import type { Language } from '../../languages.ts'
import { type AccountChange, writeChanges } from '../../notify/changeTemplates.ts'
import { insertNotices, type NoticeChange } from '../office/notices.ts'

const noticeCodes = {
  password: 'PASSWORD_CHANGED',
  email: 'EMAIL_CHANGED',
  telephone: 'TELEPHONE_CHANGED',
  role: 'ROLE_CHANGED',
  twoFactorBegun: 'TWO_FACTOR_BEGUN',
  twoFactorEnded: 'TWO_FACTOR_ENDED',
} as const satisfies Partial<Record<AccountChange, NoticeCode>>

interface Changed {
  /** The account as it was before. */
  before: Pick<User, 'id' | 'userName' | 'displayName' | 'email' | 'telephone'>
  what: readonly AccountChange[]
  /** The role that they have now, where that is among the changes. */
  role?: User['role']
  /** The display name of who changed it. */
  by: string
  language: Language
}

/**
 * Tells somebody what of their account was changed, at the address and number that they had before and in the console, in
 * the transaction that changes it.
 * @returns what `tellNotices` is to tell after the commit
 */
export async function tellChanges(sql: Queries, context: Pick<Context, 'publicUrl'>, { before, what, role = null, by, language }: Changed): Promise<NoticeChange[]> {
  if (what.length === 0) return []
  const at = machineNow()
  await writeChanges(sql, context, { ...before, what, by, language, at })
  const notices: NoticeChange[] = []
  for (const change of what) {
    if (change === 'emailAsked') continue
    const params = { by, ...(change === 'role' && { role: role ?? '' }) }
    notices.push(...(await insertNotices(sql, [before.id], { type: 'notification', code: noticeCodes[change], params, path: null, at })))
  }
  return notices
}
