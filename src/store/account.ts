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
    // Updates the navigation menu and the route guard immediately.
    updateSession(token, {
      role: account.role,
      organisationId: account.userOrgId,
      organisationKind: account.organizationRole,
      organisationName: account.organizationName,
      shows: account.shows,
    })
    return account
  },
  // The account page shows this failure itself; other screens work without the account.
  meta: { shows: inPlace },
  // The live connection reports changes.
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Queries the signed-in user's account.
 * @param options.isFresh loads the account again whenever the screen opens
 */
export function useAccountQuery({ isFresh = false } = {}) {
  const isSignedIn = useSession(({ session }) => session !== null)
  return useQuery({ ...accountQuery, enabled: isSignedIn, refetchOnMount: isFresh ? 'always' : true }, queryClient)
}

/** Returns the signed-in user's account as last loaded; null until it has loaded. */
export function useAccount(): Account | null {
  return useAccountQuery().data ?? null
}

/** Returns the account outside React as last loaded; null until it has loaded. */
export function accountNow(): Account | null {
  return queryClient.getQueryData(accountQuery.queryKey) ?? null
}

/** Reloads the account; keeps the previous account when loading fails. */
export async function loadAccount(): Promise<void> {
  if (useSession.getState().session === null) return
  await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 }).catch(() => undefined)
}
