import { Button } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { useSubmit } from './useSubmit.ts'
import type { MessageId } from '../../locale/languages.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { CallErrorAlert } from './CallErrorAlert.tsx'

interface Props<R> {
  /** Action of the link, run once; the token is the key of this component. */
  act: () => Promise<R>
  busyId: MessageId
  failedId: MessageId
  /** Content for an expired link. */
  noLink: ReactNode
  /** Content after the action. */
  children: (reply: R) => ReactNode
}

/** Runs the action of a mailed link as soon as it is opened. */
export function LinkAction<R>({ act, busyId, failedId, noLink, children }: Props<R>) {
  const intl = useIntl()
  const { submit, failure, reply } = useSubmit(act)
  // The token works once: a second run of the effect must not use it again.
  const begun = useRef(false)
  useEffect(() => {
    if (!begun.current) submit()
    begun.current = true
  }, [submit])

  if (reply !== undefined) return children(reply)
  if (failure === null) {
    return (
      <AuthLayout heading={intl.formatMessage({ id: busyId })}>
        <SkeletonLines lines={2} />
      </AuthLayout>
    )
  }
  if (failure.code === 'LINK_EXPIRED' || failure.code === 'BAD_SHAPE') return noLink
  return (
    <AuthLayout heading={intl.formatMessage({ id: failedId })}>
      <CallErrorAlert failure={failure} />
      <Button type="primary" size="large" onClick={() => submit()}>
        {intl.formatMessage({ id: 'auth.again' })}
      </Button>
    </AuthLayout>
  )
}
