import { Button } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { useVersion } from '../api/newVersion.ts'
import { ClockBanner } from '../results/ClockBanner.tsx'
import { useConnection } from '../store/connection.ts'

/** What is wrong with the page as a whole, above it. */
export function Banners() {
  return (
    <>
      <OfflineBanner />
      <ClockBanner />
      <VersionBanner />
    </>
  )
}

function listenToNetwork(onChange: () => void): () => void {
  const events = ['online', 'offline'] as const
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}

function OfflineBanner() {
  const intl = useIntl()
  const isOnLine = useSyncExternalStore(listenToNetwork, () => navigator.onLine)
  const isCut = useConnection((state) => state.connection.kind === 'offline')
  if (isOnLine && !isCut) return null
  return (
    <div className="banner" data-tone="major" role="alert">
      {intl.formatMessage({ id: 'shell.banner.offline' })}
    </div>
  )
}

/** Offered, never forced: what is being typed is worth more than the newest version. */
function VersionBanner() {
  const intl = useIntl()
  const isNewer = useVersion((state) => state.isNewer)
  const [later, setLater] = useState(false)
  if (!isNewer || later) return null
  return (
    <div className="banner" data-tone="news" role="status">
      {intl.formatMessage({ id: 'shell.banner.version' })}
      <Button size="small" type="primary" onClick={() => window.location.reload()}>
        {intl.formatMessage({ id: 'result.reload' })}
      </Button>
      <Button size="small" type="text" onClick={() => setLater(true)}>
        {intl.formatMessage({ id: 'shell.banner.later' })}
      </Button>
    </div>
  )
}
