import './wallPairing.css'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { Link, Navigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { callFailureOf } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { beginSession, useSession } from '../../api/session.ts'
import { landingOf } from '../../navigation/landing.ts'
import { loginPath } from '../../navigation/paths.ts'
import { useScreenTable } from '../../navigation/screen.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'

/** Interval of new pairing codes, ms; shorter than their validity. */
const renewMs = 9 * 60_000
const claimMs = 3_000

/** Shown on a wall until a user confirms its code, so that no password is typed on the wall. */
export function WallPairingScreen() {
  const intl = useIntl()
  const table = useScreenTable()
  const session = useSession((state) => state.session)
  const code = useCall(
    endpoints.displays.begin,
    {},
    { intervalMs: renewMs, isEnabled: session === null, isForgotten: true, shows: inPlace },
  )
  const secret = code.data?.secret
  const claim = useCall(
    endpoints.displays.claim,
    { secret: secret ?? '' },
    { intervalMs: claimMs, isEnabled: session === null && secret !== undefined, isForgotten: true, shows: inPlace },
  )
  const login = claim.data?.login
  const isOver = claim.error?.code === 'LINK_EXPIRED'
  const { refetch } = code
  useEffect(() => {
    if (login) beginSession(login)
  }, [login])
  useEffect(() => {
    if (isOver) void refetch()
  }, [isOver, refetch])
  if (session) return <Navigate to={landingOf(table, session.role)} replace />

  const failure = code.error ?? (isOver ? null : claim.error)
  return (
    <AuthLayout
      heading={intl.formatMessage({ id: 'wallPairing.title' })}
      lead={intl.formatMessage({ id: 'wallPairing.lead' })}
    >
      <CallErrorAlert failure={failure && callFailureOf(failure)} />
      <output className="wall-pairing-code" aria-label={intl.formatMessage({ id: 'wallPairing.code' })}>
        {code.data?.code}
      </output>
      <p className="auth-aside">
        {intl.formatMessage({ id: 'wallPairing.waiting' })}{' '}
        <Link to={loginPath}>{intl.formatMessage({ id: 'auth.toLogin' })}</Link>
      </p>
    </AuthLayout>
  )
}
