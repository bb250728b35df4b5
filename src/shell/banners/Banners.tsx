import { useIntl } from 'react-intl'
import { VersionBanner } from './VersionBanner.tsx'
import { ClockBanner } from './ClockBanner.tsx'
import { useConnectionTrouble } from '../../store/useConnectionTrouble.ts'

/** Problems of the whole page, shown above it. */
export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <ClockBanner />
      <VersionBanner />
    </>
  )
}

/** Says why nothing new arrives. */
function ConnectionBanner() {
  const intl = useIntl()
  const trouble = useConnectionTrouble()
  if (trouble === null) return null
  return (
    <div className="banner" data-tone="major" role="alert">
      {intl.formatMessage({ id: `shell.connection.${trouble}` })}
    </div>
  )
}
