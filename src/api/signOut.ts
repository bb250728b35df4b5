import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from './call.ts'
import { endSession } from './session.ts'

/** Ends the session here immediately, and on the server when it can be reached. */
export async function signOut(): Promise<void> {
  const ended = call(endpoints.auth.logout, {}, { shows: () => true }).catch(() => undefined)
  endSession('signedOut')
  await ended
}
