import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useSession } from '../../api/session.ts'
import { accountPath, loginPath } from '../../navigation/paths.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { LinkAction } from '../../shell/auth/LinkAction.tsx'
import { LinkButton } from '../../shell/auth/LinkButton.tsx'
import { useLinkToken } from '../../shell/auth/useLinkToken.ts'

/** Page behind the link mailed to a changed address. */
export function ConfirmEmailScreen() {
  const token = useLinkToken()
  const intl = useIntl()
  if (token === null) return <NoLink />
  return (
    <LinkAction
      key={token}
      act={() => call(endpoints.auth.confirmEmail, { token }, { shows: inPlace })}
      busyId="confirmEmail.busy"
      failedId="confirmEmail.failed"
      noLink={<NoLink />}
    >
      {(reply) => (
        <AuthLayout
          heading={intl.formatMessage({ id: 'confirmEmail.done' })}
          lead={intl.formatMessage({ id: 'confirmEmail.doneText' }, reply)}
        >
          <Onward />
        </AuthLayout>
      )}
    </LinkAction>
  )
}

function NoLink() {
  const intl = useIntl()
  return (
    <AuthLayout
      heading={intl.formatMessage({ id: 'confirmEmail.failed' })}
      lead={intl.formatMessage({ id: 'confirmEmail.expired' })}
    >
      <Onward />
    </AuthLayout>
  )
}

/** Link to the account, or to sign-in without a session. */
function Onward() {
  const intl = useIntl()
  const isSignedIn = useSession(({ session }) => session !== null)
  return (
    <LinkButton type="primary" to={isSignedIn ? accountPath : loginPath}>
      {intl.formatMessage({ id: isSignedIn ? 'account.own' : 'auth.toLogin' })}
    </LinkButton>
  )
}
