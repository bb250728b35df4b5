import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useSession } from '../../api/session.ts'
import { accountPath, loginPath } from '../../navigation/paths.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { LinkButton } from '../../shell/auth/LinkButton.tsx'
import { useLinkToken } from '../../shell/auth/useLinkToken.ts'

type State = { kind: 'busy' } | { kind: 'done'; email: string } | { kind: 'failed'; failure: CallFailure }

/** What the link opens that was mailed to a changed address. */
export function ConfirmEmailScreen() {
  const token = useLinkToken()
  return token === null ? <NoLink /> : <Confirmation key={token} token={token} />
}

function Confirmation({ token }: { token: string }) {
  const intl = useIntl()
  const [state, setState] = useState<State>({ kind: 'busy' })
  // The token works once: a second effect of the same page must not spend it again.
  const begun = useRef(false)

  async function confirm() {
    setState({ kind: 'busy' })
    try {
      setState({ kind: 'done', ...(await call(endpoints.auth.confirmEmail, { token }, { shows: inPlace })) })
    } catch (error) {
      setState({ kind: 'failed', failure: callFailureOf(error) })
    }
  }

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void confirm()
    // Once for each token; `key` makes another page of another one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  switch (state.kind) {
    case 'busy':
      return (
        <AuthLayout heading={intl.formatMessage({ id: 'confirmEmail.busy' })}>
          <div aria-hidden="true">
            <Skeleton active paragraph={{ rows: 2 }} title={false} />
          </div>
        </AuthLayout>
      )
    case 'done':
      return (
        <AuthLayout heading={intl.formatMessage({ id: 'confirmEmail.done' })} lead={intl.formatMessage({ id: 'confirmEmail.doneText' }, { email: state.email })}>
          <Onward />
        </AuthLayout>
      )
    case 'failed':
      if (state.failure.code === 'LINK_EXPIRED' || state.failure.code === 'BAD_SHAPE') return <NoLink />
      return (
        <AuthLayout heading={intl.formatMessage({ id: 'confirmEmail.failed' })}>
          <CallErrorAlert failure={state.failure} />
          <Button type="primary" size="large" onClick={() => void confirm()}>
            {intl.formatMessage({ id: 'entrance.again' })}
          </Button>
        </AuthLayout>
      )
  }
}

function NoLink() {
  const intl = useIntl()
  return (
    <AuthLayout heading={intl.formatMessage({ id: 'confirmEmail.failed' })} lead={intl.formatMessage({ id: 'confirmEmail.expired' })}>
      <Onward />
    </AuthLayout>
  )
}

/** To one's account, or where one signs in to it. */
function Onward() {
  const intl = useIntl()
  const isSignedIn = useSession(({ session }) => session !== null)
  return (
    <LinkButton type="primary" to={isSignedIn ? accountPath : loginPath}>
      {intl.formatMessage({ id: isSignedIn ? 'account.own' : 'entrance.toLogin' })}
    </LinkButton>
  )
}
