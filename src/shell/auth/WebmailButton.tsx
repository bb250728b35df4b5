import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useHref } from 'react-router-dom'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '../../api/call.ts'
import { webmailOf } from './webmail.ts'

/** Opens where the mail is read: the provider's page, or this server's own outbox as long as nobody carries its mail. */
export function WebmailButton({ email }: { email: string }) {
  const intl = useIntl()
  const [keptHere, setKeptHere] = useState(false)
  const outbox = useHref(`/outbox?recipient=${encodeURIComponent(email)}`)
  useEffect(() => {
    const leaving = new AbortController()
    call(endpoints.outbox.list, { recipient: email }, { quiet: true, signal: leaving.signal }).then(
      () => setKeptHere(true),
      () => setKeptHere(false),
    )
    return () => leaving.abort()
  }, [email])
  const address = keptHere ? outbox : webmailOf(email)
  const elsewhere = keptHere || address.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noreferrer' }
  return (
    <Button type="primary" size="large" href={address} {...elsewhere}>
      {intl.formatMessage({ id: 'entrance.mailbox' })}
    </Button>
  )
}
