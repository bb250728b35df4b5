import { Alert, Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { LinkButton } from '../../shell/auth/LinkButton.tsx'
import { ResendActivation } from '../../shell/auth/ResendActivation.tsx'
import { useLinkToken } from '../../shell/auth/useLinkToken.ts'
import { loginPath } from '../../navigation/paths.ts'

type State = { kind: 'busy' } | { kind: 'done'; organizationName: string } | { kind: 'failed'; failure: CallFailure }

/** What the link of an activation mail opens. */
export function ActivationScreen() {
  const token = useLinkToken()
  return token === null ? <NoLink /> : <Activation key={token} token={token} />
}

function Activation({ token }: { token: string }) {
  const intl = useIntl()
  const [state, setState] = useState<State>({ kind: 'busy' })
  // The token works once: a second effect of the same page must not spend it again.
  const begun = useRef(false)

  async function activate() {
    setState({ kind: 'busy' })
    try {
      const { organizationName } = await call(endpoints.auth.activate, { token }, { shows: inPlace })
      setState({ kind: 'done', organizationName })
    } catch (error) {
      setState({ kind: 'failed', failure: callFailureOf(error) })
    }
  }

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void activate()
    // Once for each token; `key` makes another page of another one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  if (state.kind === 'busy') {
    return (
      <AuthLayout heading={intl.formatMessage({ id: 'activation.busy' })}>
        <div aria-hidden="true">
          <Skeleton active paragraph={{ rows: 2 }} title={false} />
        </div>
      </AuthLayout>
    )
  }
  if (state.kind === 'done') {
    return (
      <AuthLayout
        heading={intl.formatMessage({ id: 'activation.done' })}
        lead={intl.formatMessage({ id: 'activation.doneText' }, { name: state.organizationName })}
      >
        <LinkButton type="primary" to={loginPath}>
          {intl.formatMessage({ id: 'entrance.toLogin' })}
        </LinkButton>
      </AuthLayout>
    )
  }
  const { code } = state.failure
  if (code === 'LINK_EXPIRED' || code === 'BAD_SHAPE') return <NoLink expired />
  return (
    <AuthLayout heading={intl.formatMessage({ id: 'activation.failed' })}>
      <CallErrorAlert failure={state.failure} />
      <Button type="primary" size="large" onClick={() => void activate()}>
        {intl.formatMessage({ id: 'entrance.again' })}
      </Button>
    </AuthLayout>
  )
}

function NoLink({ expired = false }: { expired?: boolean }) {
  const intl = useIntl()
  return (
    <AuthLayout
      heading={intl.formatMessage({ id: 'activation.title' })}
      lead={intl.formatMessage({ id: 'activation.noLink' })}
    >
      {expired && <Alert className="entrance-alert" type="warning" showIcon title={intl.formatMessage({ id: 'activation.expired' })} />}
      <ResendActivation />
      <p className="entrance-aside">
        <Link to={loginPath}>{intl.formatMessage({ id: 'entrance.toLogin' })}</Link>
      </p>
    </AuthLayout>
  )
}
