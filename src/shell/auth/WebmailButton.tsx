import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { useHref } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { readOutboxKey } from './outboxKey.ts'
import { useCall } from '../../api/queries.ts'
import { webmailOf } from './webmail.ts'

/** Opens the user's mail: the provider's page, or this server's outbox when it sends no mail. */
export function WebmailButton({ email }: { email: string }) {
  const intl = useIntl()
  // The outbox is unavailable when mail is sent, and without its key.
  const key = readOutboxKey()
  const { data } = useCall(
    endpoints.outbox.list,
    { key, recipient: email },
    { shows: () => true, isEnabled: key !== '' },
  )
  const usesOutbox = data !== undefined
  const outbox = useHref(`/outbox?recipient=${encodeURIComponent(email)}`)
  const address = usesOutbox ? outbox : webmailOf(email)
  const elsewhere = usesOutbox || address.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noreferrer' }
  return (
    <Button type="primary" size="large" href={address} {...elsewhere}>
      {intl.formatMessage({ id: 'auth.mailbox' })}
    </Button>
  )
}
