import { App } from 'antd'
import { useEffect } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import { useFaults, type Fault } from '../store/faults.ts'

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

/** Tells the person of a failed call, once each. */
export function FaultNotices() {
  const intl = useIntl()
  const { notification } = App.useApp()
  const latest = useFaults((state) => state.latest)
  useEffect(() => {
    if (!latest) return
    const { title, description } = words(intl, latest.fault)
    notification.error({ key: title, title, description, placement: 'topRight' })
    // A language switched later does not tell the old fault again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [latest])
  return null
}
