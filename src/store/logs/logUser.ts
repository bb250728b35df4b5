import { z } from 'zod'
import { useSession } from '../../api/session.ts'
import { browserValue } from '../../storage/kept.ts'
import { accountNow } from '../account.ts'

/** User of the session's token, as the account cannot be loaded without a network. */
const storedUser = browserValue('local', 'drover.logUser', z.object({ token: z.string(), userId: z.number() }))
/** Number of logs in this browser; the code that sends them is loaded only when there are some. */
const waiting = browserValue('local', 'drover.keptLogs', z.number())

// Forgets the user when the session ends.
useSession.subscribe(({ session }) => {
  if (session === null) storedUser.write(null)
})

/** Returns the id of the signed-in user, from the account or as saved before the network failed; null: never loaded for this token. */
export function logUserId(): number | null {
  const token = useSession.getState().session?.token
  if (token === undefined) return null
  const account = accountNow()
  if (account !== null) {
    storedUser.write({ token, userId: account.id })
    return account.id
  }
  const before = storedUser.read()
  return before?.token === token ? before.userId : null
}

export function hasKeptLogs(): boolean {
  return (waiting.read() ?? 0) > 0
}

export function noteKeptLogs(count: number): void {
  waiting.write(count > 0 ? count : null)
}
