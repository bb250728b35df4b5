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
  telephoneAsked: 'TELEPHONE_ASKED',
  role: 'ROLE_CHANGED',
  twoFactorBegun: 'TWO_FACTOR_BEGUN',
  twoFactorEnded: 'TWO_FACTOR_ENDED',
} as const satisfies Partial<Record<AccountChange, NoticeCode>>

interface Changed {
  /** The account before the change. */
  before: Pick<User, 'id' | 'userName' | 'displayName' | 'email' | 'telephone'>
  what: readonly AccountChange[]
  /** The new role, when it has changed. */
  role?: User['role']
  /** Display name of the user who made the change. */
  by: string
  language: Language
}

/**
 * Notifies a user of changes to their account, at their previous address and number and in the console. It runs in the changing transaction.
 * @returns the input for `emitNotices` after the commit
 */
export async function notifyOfAccountChanges(
  sql: Queries,
  context: Pick<Context, 'publicUrl'>,
  { before, what, role = null, by, language }: Changed,
): Promise<NoticeChange[]> {
  if (what.length === 0) return []
  const at = machineNow()
  await writeChanges(sql, context, { ...before, what, by, language, at })
  const notices: NoticeChange[] = []
  for (const change of what) {
    if (change === 'emailAsked') continue
    const params = { by, ...(change === 'role' && { role: role ?? '' }) }
    notices.push(
      ...(await insertNotices(sql, [before.id], {
        type: 'notification',
        code: noticeCodes[change],
        params,
        path: change === 'telephoneAsked' ? '/dashboard/account#telephone' : null,
        at,
      })),
    )
  }
  return notices
}
