import { useEffect } from 'react'
import { useAccount } from '../../../../store/account.ts'
import { readLogs, useLogStore } from '../../../../store/logs/logStore.ts'
import { logUserId } from '../../../../store/logs/logUser.ts'
import { startSendingLogs } from '../../../../store/logs/sendLogs.ts'

/** The owner of the logs that this page keeps, once they are read and waiting ones are on their way; null until then. */
export function useLogUser(): number | null {
  const userId = useLogStore((state) => state.userId)
  const accountId = useAccount()?.id
  useEffect(() => {
    // Without a network the account does not come: then it is who it was before.
    if (accountId !== undefined || logUserId() !== null) void readLogs()
  }, [accountId])
  useEffect(() => (userId === null ? undefined : startSendingLogs()), [userId])
  return userId
}
