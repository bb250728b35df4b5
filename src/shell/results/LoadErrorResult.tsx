import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { checkVersion, useVersion } from '../../api/newVersion.ts'
import { Button } from '../../controls/Button.tsx'
import { ResultPage } from './ResultPage.tsx'

/** How often is looked whether the page can be loaded again. */
const retryMs = 10_000

/**
 * A screen that could not be loaded or drawn: a new version was put up, or the network broke in the middle.
 * @param isRetried whether it is loaded again as soon as the server answers: what did not come, and a wall's whatever it was
 */
export function LoadErrorResult({ isRetried }: { isRetried: boolean }) {
  const intl = useIntl()
  const isNewer = useVersion((state) => state.isNewer)
  const words = intl.formatMessage({ id: 'result.loadingFailed' })
  // The scripts of a version that was replaced are gone from the server.
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
    <ResultPage title={words} heading={words} text={intl.formatMessage({ id: isNewer ? 'result.newVersion' : isRetried ? 'result.loadingFailedRetry' : 'result.loadingFailedText' })}>
      <Button look="primary" onClick={() => window.location.reload()}>
        {intl.formatMessage({ id: 'result.reload' })}
      </Button>
    </ResultPage>
  )
}
