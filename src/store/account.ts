import { create } from 'zustand'
import type { Account } from '#contract/account.ts'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '../api/call.ts'
import { updateSession, useSession } from '../api/session.ts'

interface AccountState {
  /** Who is signed in, as the server last said; null until it has. */
  account: Account | null
}

export const useAccount = create<AccountState>()(() => ({ account: null }))

/** Takes in what the server says of who is signed in: the menu and the guard follow at once. */
export function takeAccount(account: Account): void {
  useAccount.setState({ account })
  updateSession({
    role: account.role,
    organisationId: account.userOrgId,
    organisationKind: account.organizationRole,
    organisationName: account.organizationName,
  })
}

/** Reads the account; one that can't be read just now stays as it was. */
export async function loadAccount(): Promise<void> {
  const token = useSession.getState().session?.token
  if (token === undefined) return
  try {
    const account = await call(endpoints.account.profile, {}, { quiet: true })
    if (useSession.getState().session?.token === token) takeAccount(account)
  } catch {
    // The live wire reads it again when it is back.
  }
}
