import { useState } from 'react'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { beginSession, setLoginStatus } from '../../api/session.ts'

export type LoginInput = Input<typeof endpoints.auth.login>

/** Signing in, in one step or two: what was right in the first is kept, in memory alone, until the second is. */
export function useLogin() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [awaitingCode, setAwaitingCode] = useState<LoginInput | null>(null)

  async function signIn(input: LoginInput) {
    setBusy(true)
    setFailure(null)
    setLoginStatus(null)
    try {
      beginSession(await call(endpoints.auth.login, input, { shows: inPlace }))
    } catch (error) {
      const refusal = callFailureOf(error)
      if (refusal.code === 'TWO_FACTOR_REQUIRED') setAwaitingCode(input)
      else {
        setLoginStatus('error')
        setFailure(refusal)
      }
    }
    setBusy(false)
  }

  return {
    busy,
    failure,
    awaitingCode: awaitingCode !== null,
    signIn,
    async signInWithCode(twoFactorCode: string) {
      if (awaitingCode) await signIn({ ...awaitingCode, twoFactorCode })
    },
    forget() {
      setAwaitingCode(null)
      setFailure(null)
      setLoginStatus(null)
    },
  }
}
