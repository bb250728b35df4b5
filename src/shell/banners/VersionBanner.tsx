import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../controls/Button.tsx'
import { useVersion } from '../../api/newVersion.ts'

/** Offers the new version but never forces it, as a reload would lose unsaved input. */
export function VersionBanner() {
  const intl = useIntl()
  const isNewer = useVersion((state) => state.isNewer)
  const [later, setLater] = useState(false)
  if (!isNewer || later) return null
  return (
    <div className="banner" data-tone="news" role="status">
      {intl.formatMessage({ id: 'shell.banner.version' })}
      <Button size="small" look="primary" onClick={() => window.location.reload()}>
        {intl.formatMessage({ id: 'result.reload' })}
      </Button>
      <Button size="small" look="text" onClick={() => setLater(true)}>
        {intl.formatMessage({ id: 'shell.banner.later' })}
      </Button>
    </div>
  )
}
