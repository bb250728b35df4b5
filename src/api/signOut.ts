import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from './call.ts'
import { endSession } from './session.ts'

/** Ends the session here at once, and on the server as soon as it can be told. */
export async function signOut(): Promise<void> {
  const ended = call(endpoints.auth.logout, {}, { shows: () => true }).catch(() => undefined)
  endSession('signedOut')
  await ended
}
