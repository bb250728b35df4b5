import { useState } from 'react'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useSubmit } from '../../shell/auth/useSubmit.ts'
import { beginSession, setLoginStatus } from '../../api/session.ts'

export type LoginInput = Input<typeof endpoints.auth.login>

/** Signs in, in one or two steps. Keeps the input of the first step in memory until the second succeeds. */
export function useLogin() {
  const [awaitingCode, setAwaitingCode] = useState<LoginInput | null>(null)
  const { submit, busy, failure, setFailure } = useSubmit(
    async (input: LoginInput) => {
      setLoginStatus(null)
      beginSession(await call(endpoints.auth.login, input, { shows: inPlace }))
    },
    ({ code }, input) => {
      if (code === 'TWO_FACTOR_REQUIRED') setAwaitingCode(input)
      else setLoginStatus('error')
      return code === 'TWO_FACTOR_REQUIRED'
    },
  )

  return {
    busy,
    failure,
    awaitingCode: awaitingCode !== null,
    signIn: submit,
    signInWithCode(twoFactorCode: string) {
      if (awaitingCode) submit({ ...awaitingCode, twoFactorCode })
    },
    forget() {
      setAwaitingCode(null)
      setFailure(null)
      setLoginStatus(null)
    },
  }
}
