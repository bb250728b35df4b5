import { useIntl } from 'react-intl'
import { useLateChunks } from '../../navigation/loadChunk.ts'

/** Reports that the next page, or part of this one, is late and being retried. The current page stays in the meantime. */
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
