import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../api/queries.ts'
import { useSession } from '../api/session.ts'

/** Returns the user's uncleared notices, newest first, with the unread count. The live connection reports changes. */
export function useNotices() {
  const isSignedIn = useSession(({ session }) => session !== null)
  const { data, isError, refetch } = useCall(endpoints.notices.list, {}, { isEnabled: isSignedIn })
  return {
    list: data?.list ?? [],
    unreadCount: data?.unreadCount ?? 0,
    isLoaded: data !== undefined,
    isFailed: isError && data === undefined,
    reload: () => void refetch(),
  }
}
