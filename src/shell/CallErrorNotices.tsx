import { App } from 'antd'
import { useEffect } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import { useFaults, type Fault } from '../api/faults.ts'

/** The statuses the specification describes; others are told by their own text. */
const described = [200, 201, 202, 204, 400, 401, 403, 404, 406, 410, 422, 500, 502, 503, 504] as const

function words(intl: IntlShape, fault: Fault): { title: string; description: string } {
  if (fault.kind === 'network') {
    return {
      title: intl.formatMessage({ id: 'fault.network' }),
      description: intl.formatMessage({ id: 'fault.networkDescription' }),
    }
  }
  const status = described.find((known) => known === fault.status)
  const general = status ? intl.formatMessage({ id: `status.${status}` }) : fault.statusText
  return {
    title: intl.formatMessage({ id: 'fault.request' }, { status: fault.status, url: fault.url }),
    description: fault.message ? `${general} — ${fault.message}` : general,
  }
}

/** Tells the person of a failed call, once each, as loudly as its level says. */
export function CallErrorNotices() {
  const intl = useIntl()
  const { message, notification } = App.useApp()
  const latest = useFaults((state) => state.latest)
  useEffect(() => {
    if (!latest) return
    const { fault } = latest
    const { title, description } = words(intl, fault)
    if (fault.kind === 'network' || fault.level === 'notification') notification.error({ key: title, title, description, placement: 'topRight' })
    // The same refusal again takes the place of the one before.
    else void message.open({ type: fault.level, key: fault.code, content: fault.message || description })
    // A language switched later does not tell the old fault again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [latest])
  return null
}
