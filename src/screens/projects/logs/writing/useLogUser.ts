import { useEffect } from 'react'
import { useAccount } from '../../../../store/account.ts'
import { readLogs, useLogStore } from '../../../../store/logs/logStore.ts'
import { logUserId } from '../../../../store/logs/logUser.ts'
import { startSendingLogs } from '../../../../store/logs/sendLogs.ts'

/** Returns the owner of the logs in this browser once they are read and sending has started; null until then. */
export function useLogUser(): number | null {
  const userId = useLogStore((state) => state.userId)
  const accountId = useAccount()?.id
  useEffect(() => {
    // Offline the account does not load, and the stored user counts.
    if (accountId !== undefined || logUserId() !== null) void readLogs()
  }, [accountId])
  useEffect(() => (userId === null ? undefined : startSendingLogs()), [userId])
  return userId
}
