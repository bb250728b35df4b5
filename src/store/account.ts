import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/people/account.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../api/failures.ts'
import { nounOf, queryClient } from '../api/queries.ts'
import { request } from '../api/request.ts'
import { updateSession, useSession } from '../api/session.ts'

const accountQuery = queryOptions<Account>({
  queryKey: [nounOf(endpoints.account.profile), 'own'],
  queryFn: async ({ signal }) => {
    const token = useSession.getState().session?.token
    const account = await request(endpoints.account.profile, {}, signal)
    // The menu and the guard follow at once.
    updateSession(token, {
      role: account.role,
      organisationId: account.userOrgId,
      organisationKind: account.organizationRole,
      organisationName: account.organizationName,
      shows: account.shows,
    })
    return account
  },
  // The page of the account says it; elsewhere nothing is missing without it.
  meta: { shows: inPlace },
  // The live wire tells when it changes.
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The account of who is signed in, as a query.
 * @param options.isFresh whether it is read again when the screen opens
 */
export function useAccountQuery({ isFresh = false } = {}) {
  const isSignedIn = useSession(({ session }) => session !== null)
  return useQuery({ ...accountQuery, enabled: isSignedIn, refetchOnMount: isFresh ? 'always' : true }, queryClient)
}

/** The signed-in user, as the server last said; null until it has. */
export function useAccount(): Account | null {
  return useAccountQuery().data ?? null
}

/** The same outside of React. */
export function accountNow(): Account | null {
  return queryClient.getQueryData(accountQuery.queryKey) ?? null
}

/** Reads the account again; one that can't be read just now stays as it was. */
export async function loadAccount(): Promise<void> {
  if (useSession.getState().session === null) return
  await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 }).catch(() => undefined)
}
