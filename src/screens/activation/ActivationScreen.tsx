import { Alert, Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '../../api/call.ts'
import { callFailureOf, type CallFailure } from '../../entrance/callFailure.ts'
import { EntranceFrame } from '../../entrance/EntranceFrame.tsx'
import { FailureAlert } from '../../entrance/FailureAlert.tsx'
import { LinkButton } from '../../entrance/LinkButton.tsx'
import { ResendActivation } from '../../entrance/ResendActivation.tsx'
import { useLinkToken } from '../../entrance/useLinkToken.ts'
import { loginPath } from '../../routes.tsx'

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
      const { organizationName } = await call(endpoints.auth.activate, { token }, { quiet: true })
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
      <EntranceFrame heading={intl.formatMessage({ id: 'activation.busy' })}>
        <div aria-hidden="true">
          <Skeleton active paragraph={{ rows: 2 }} title={false} />
        </div>
      </EntranceFrame>
    )
  }
  if (state.kind === 'done') {
    return (
      <EntranceFrame
        heading={intl.formatMessage({ id: 'activation.done' })}
        lead={intl.formatMessage({ id: 'activation.doneText' }, { name: state.organizationName })}
      >
        <LinkButton type="primary" to={loginPath}>
          {intl.formatMessage({ id: 'entrance.toLogin' })}
        </LinkButton>
      </EntranceFrame>
    )
  }
  const { code } = state.failure
  if (code === 'LINK_EXPIRED' || code === 'BAD_SHAPE') return <NoLink expired />
  return (
    <EntranceFrame heading={intl.formatMessage({ id: 'activation.failed' })}>
      <FailureAlert failure={state.failure} />
      <Button type="primary" size="large" onClick={() => void activate()}>
        {intl.formatMessage({ id: 'entrance.again' })}
      </Button>
    </EntranceFrame>
  )
}

function NoLink({ expired = false }: { expired?: boolean }) {
  const intl = useIntl()
  return (
    <EntranceFrame
      heading={intl.formatMessage({ id: 'activation.title' })}
      lead={intl.formatMessage({ id: 'activation.noLink' })}
    >
      {expired && <Alert className="entrance-alert" type="warning" showIcon title={intl.formatMessage({ id: 'activation.expired' })} />}
      <ResendActivation />
      <p className="entrance-aside">
        <Link to={loginPath}>{intl.formatMessage({ id: 'entrance.toLogin' })}</Link>
      </p>
    </EntranceFrame>
  )
}
