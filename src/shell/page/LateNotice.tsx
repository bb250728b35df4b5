import { useIntl } from 'react-intl'
import { useLateChunks } from '../../navigation/loadChunk.ts'

/** Says that the next page, or a part of this one, has not come yet and is tried again: the page before stays meanwhile. */
export function LateNotice() {
  const intl = useIntl()
  const isLate = useLateChunks(({ count }) => count > 0)
  if (!isLate) return null
  return (
    <p className="banner idle-notice" data-tone="major" role="alert">
      {intl.formatMessage({ id: 'shell.loadingAgain' })}
    </p>
  )
}
