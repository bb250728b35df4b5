import { z } from 'zod'
import { useSession } from '../../api/session.ts'
import { kept } from '../../storage/kept.ts'
import { accountNow } from '../account.ts'

/** The user of the session's token: without a network nobody can be asked. */
const known = kept('local', 'drover.logUser', z.object({ token: z.string(), userId: z.number() }))
/** How many logs this browser keeps, so that what sends them is loaded only where there are some. */
const waiting = kept('local', 'drover.keptLogs', z.number())

// Nothing of a session outlives it.
useSession.subscribe(({ session }) => {
  if (session === null) known.write(null)
})

/** The id of who is signed in, as the server said it, now or before the network went; null: it never has. */
export function logUserId(): number | null {
  const token = useSession.getState().session?.token
  if (token === undefined) return null
  const account = accountNow()
  if (account !== null) {
    known.write({ token, userId: account.id })
    return account.id
  }
  const before = known.read()
  return before?.token === token ? before.userId : null
}

export function hasKeptLogs(): boolean {
  return (waiting.read() ?? 0) > 0
}

export function noteKeptLogs(count: number): void {
  waiting.write(count > 0 ? count : null)
}
