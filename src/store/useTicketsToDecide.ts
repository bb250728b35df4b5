import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../api/mayCall.ts'
import { useCall } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { useAccount } from './account.ts'

/** Returns how many tickets wait for the signed-in user's decision; 0 for users who may not see tickets, and for a wall. */
export function useTicketsToDecide(): number {
  const isPerson = useAccount()?.isDisplay === false
  const isAllowed = useSession(
    ({ session }) => isPerson && session !== null && mayCall(endpoints.tickets.list, session.role),
  )
  const { data } = useCall(
    endpoints.tickets.list,
    { mine: 'TO_DECIDE', state: ['PENDING'], pageSize: 1 },
    { isEnabled: isAllowed },
  )
  return isAllowed ? (data?.total ?? 0) : 0
}
