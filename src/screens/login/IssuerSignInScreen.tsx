import './login.css'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { issuerFaults } from '#contract/people/identityProviders.ts'
import { call } from '../../api/call.ts'
import type { CallFailure } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { beginSession, useSession } from '../../api/session.ts'
import { Callout } from '../../controls/Callout.tsx'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { readTarget } from '../../navigation/issuerTarget.ts'
import { afterLogin } from '../../navigation/landing.ts'
import { loginPath } from '../../navigation/paths.ts'
import { useScreenTable } from '../../navigation/screen.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { LinkButton } from '../../shell/auth/LinkButton.tsx'
import { useSubmit } from '../../shell/auth/useSubmit.ts'
import { SecondFactor } from './SecondFactor.tsx'

type Answer = Input<typeof endpoints.auth.finishIssuer>

/** Reads the provider's answer from the address; null without one. */
function readAnswer(search: string): Answer | null {
  const given = new URLSearchParams(search)
  const state = given.get('state')
  if (state === null) return null
  const part = (name: 'code' | 'iss' | 'error') => {
    const value = given.get(name)
    return value !== null && { [name]: value }
  }
  return { state, ...part('code'), ...part('iss'), ...part('error') }
}

/** Page that an identity provider sends users back to. It signs them in, and asks for a second factor that the provider did not check. */
export function IssuerSignInScreen() {
  const intl = useIntl()
  const table = useScreenTable()
  const session = useSession((state) => state.session)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [answer] = useState(() => readAnswer(search))
  const [target] = useState(readTarget)
  const [needsCode, setNeedsCode] = useState(false)
  const { submit, busy, failure } = useSubmit(
    async (input: Answer) => beginSession(await call(endpoints.auth.finishIssuer, input, { shows: inPlace })),
    ({ code }) => {
      if (code === 'TWO_FACTOR_REQUIRED') setNeedsCode(true)
      return code === 'TWO_FACTOR_REQUIRED'
    },
  )
  // The answer works once: a second run of the effect must not use it again.
  const begun = useRef(false)
  useEffect(() => {
    if (answer === null || begun.current) return
    begun.current = true
    // A code in the address would stay in the history.
    void navigate(pathname, { replace: true })
    submit(answer)
  }, [answer, submit, navigate, pathname])

  if (session) return <Navigate to={afterLogin(table, target, session.role)} replace />
  if (answer === null) return <Navigate to={loginPath} replace />
  if (needsCode) {
    return (
      <SecondFactor
        failure={<CallErrorAlert failure={failure} />}
        busy={busy}
        onCode={(twoFactorCode) => submit({ state: answer.state, twoFactorCode })}
        onBack={() => location.assign(loginPath)}
      />
    )
  }
  if (failure === null) {
    return (
      <AuthLayout heading={intl.formatMessage({ id: 'issuer.busy' })}>
        <SkeletonLines lines={2} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout heading={intl.formatMessage({ id: 'issuer.failed' })}>
      <Refusal failure={failure} />
      <LinkButton type="primary" to={loginPath}>
        {intl.formatMessage({ id: 'auth.toLogin' })}
      </LinkButton>
    </AuthLayout>
  )
}

/** Why an answer opened no account, and who can mend it. */
function Refusal({ failure }: { failure: CallFailure }) {
  const intl = useIntl()
  const reason = issuerFaults.find((fault) => fault === failure.details?.['reason'])
  if (reason === undefined) return <CallErrorAlert failure={failure} />
  return <Callout tone="error" title={intl.formatMessage({ id: `issuerFault.${reason}` })} />
}
