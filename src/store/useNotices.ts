import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../api/queries.ts'
import { useSession } from '../api/session.ts'

/** One's notices that were not cleared, newest first, with their counts. The live wire tells when they change. */
export function useNotices() {
  const isSignedIn = useSession(({ session }) => session !== null)
  const { data, isError, refetch } = useCall(endpoints.notices.list, {}, { isEnabled: isSignedIn })
  return { list: data?.list ?? [], unreadCount: data?.unreadCount ?? 0, isLoaded: data !== undefined, isFailed: isError && data === undefined, reload: () => void refetch() }
}
