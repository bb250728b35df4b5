import { lazy, Suspense } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import type { CallFailure } from '../../api/callFailure.ts'
import { Callout } from '../../controls/Callout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useSession } from '../../api/session.ts'
import type { Method } from './methods.ts'

/** Loaded on demand, as few users need it. */
const ResendActivation = lazy(async () => ({ default: (await import('./ResendAside.tsx')).ResendAside }))

interface Props {
  failure: CallFailure | null
  method: Method
  userName: string
}

/** Why the sign-in failed, and what the user can do. */
export function LoginFailure({ failure, method, userName }: Props) {
  const intl = useIntl()
  const refused = useSession((state) => state.loginStatus === 'error')
  if (!failure || !refused) return null
  switch (failure.code) {
    case 'BAD_CREDENTIALS':
    case 'BAD_SHAPE': {
      const id = method === 'mobile' ? 'login.wrongCode' : 'login.wrong'
      return <Callout tone="error" title={intl.formatMessage({ id })} />
    }
    case 'BAD_CAPTCHA':
      return <Callout tone="error" title={intl.formatMessage({ id: 'login.wrongCode' })} />
    case 'BAD_TWO_FACTOR':
      return <Callout tone="error" title={intl.formatMessage({ id: 'login.wrongSecondFactor' })} />
    case 'NOT_ACTIVATED':
      return (
        <Callout tone="warning" title={intl.formatMessage({ id: 'login.notActivated' })}>
          <Suspense>
            <ResendActivation email={userName.includes('@') ? userName : ''} />
          </Suspense>
        </Callout>
      )
    case 'NOT_APPROVED':
      return (
        <Callout tone="info" title={intl.formatMessage({ id: 'login.notApproved' })}>
          {intl.formatMessage({ id: 'login.notApprovedText' })}
        </Callout>
      )
    case 'REGISTRATION_REJECTED':
      return (
        <Callout tone="warning" title={intl.formatMessage({ id: 'login.rejected' })}>
          {intl.formatMessage({ id: 'login.rejectedText' })}{' '}
          <Link to="/user/register">{intl.formatMessage({ id: 'login.signUp' })}</Link>
        </Callout>
      )
    default:
      return <CallErrorAlert failure={failure} />
  }
}
