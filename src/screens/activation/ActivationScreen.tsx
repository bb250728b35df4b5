import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { LinkAction } from '../../shell/auth/LinkAction.tsx'
import { LinkButton } from '../../shell/auth/LinkButton.tsx'
import { ResendActivation } from '../../shell/auth/ResendActivation.tsx'
import { useLinkToken } from '../../shell/auth/useLinkToken.ts'
import { loginPath } from '../../navigation/paths.ts'

/** Page behind the link of an activation mail. */
export function ActivationScreen() {
  const token = useLinkToken()
  const intl = useIntl()
  if (token === null) return <NoLink />
  return (
    <LinkAction
      key={token}
      act={() => call(endpoints.auth.activate, { token }, { shows: inPlace })}
      busyId="activation.busy"
      failedId="activation.failed"
      noLink={<NoLink expired />}
    >
      {({ organizationName }) => (
        <AuthLayout
          heading={intl.formatMessage({ id: 'activation.done' })}
          lead={intl.formatMessage({ id: 'activation.doneText' }, { name: organizationName })}
        >
          <LinkButton type="primary" to={loginPath}>
            {intl.formatMessage({ id: 'auth.toLogin' })}
          </LinkButton>
        </AuthLayout>
      )}
    </LinkAction>
  )
}

function NoLink({ expired = false }: { expired?: boolean }) {
  const intl = useIntl()
  return (
    <AuthLayout
      heading={intl.formatMessage({ id: 'activation.title' })}
      lead={intl.formatMessage({ id: 'activation.noLink' })}
    >
      {expired && (
        <Alert
          className="auth-alert"
          type="warning"
          showIcon
          title={intl.formatMessage({ id: 'activation.expired' })}
        />
      )}
      <ResendActivation />
      <p className="auth-aside">
        <Link to={loginPath}>{intl.formatMessage({ id: 'auth.toLogin' })}</Link>
      </p>
    </AuthLayout>
  )
}
