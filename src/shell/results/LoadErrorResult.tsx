import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { checkVersion, useVersion } from '../../api/newVersion.ts'
import { Button } from '../../controls/Button.tsx'
import { ResultPage } from './ResultPage.tsx'

/** Interval between attempts to reach the server, ms. */
const retryMs = 10_000

/**
 * Shown when a screen failed to load or render, for example after an upgrade or a network failure.
 * @param isRetried reloads the page once the server answers: for scripts that failed to load, and for any failure on a wall
 */
export function LoadErrorResult({ isRetried }: { isRetried: boolean }) {
  const intl = useIntl()
  const isNewer = useVersion((state) => state.isNewer)
  const words = intl.formatMessage({ id: 'result.loadingFailed' })
  // The server no longer has the scripts of a replaced version.
  useEffect(() => void checkVersion(), [])
  useEffect(() => {
    if (!isRetried) return
    const timer = setInterval(() => {
      fetch('/health/live', { cache: 'no-store' }).then(
        (response) => response.ok && window.location.reload(),
        () => {},
      )
    }, retryMs)
    return () => clearInterval(timer)
  }, [isRetried])
  return (
    <ResultPage
      title={words}
      heading={words}
      text={intl.formatMessage({
        id: isNewer ? 'result.newVersion' : isRetried ? 'result.loadingFailedRetry' : 'result.loadingFailedText',
      })}
    >
      <Button look="primary" onClick={() => window.location.reload()}>
        {intl.formatMessage({ id: 'result.reload' })}
      </Button>
    </ResultPage>
  )
}
