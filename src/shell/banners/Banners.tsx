import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { VersionBanner } from './VersionBanner.tsx'
import { ClockBanner } from './ClockBanner.tsx'
import { useConnection } from '../../store/connection.ts'

/** Problems of the whole page, shown above it. */
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
