import { create } from 'zustand'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '../api/call.ts'
import { mayCall } from '../api/mayCall.ts'
import { useSession } from '../api/session.ts'

/** How many tickets wait for the decision of who is signed in. */
export const useTicketsToDecide = create<{ count: number }>()(() => ({ count: 0 }))

/** Counts them anew, for those who may see tickets at all. */
export async function countTicketsToDecide(): Promise<void> {
  const { session } = useSession.getState()
  if (!session || !mayCall(endpoints.tickets.list, session.role)) {
    useTicketsToDecide.setState({ count: 0 })
    return
  }
  try {
    const { total } = await call(endpoints.tickets.list, { mine: 'TO_DECIDE', state: ['PENDING'], pageSize: 1 }, { quiet: true })
    if (useSession.getState().session?.token === session.token) useTicketsToDecide.setState({ count: total })
  } catch {
    // Counted again with the next notice, or when the live wire is back.
  }
}
