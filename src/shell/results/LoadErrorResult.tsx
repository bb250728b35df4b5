import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { checkVersion, useVersion } from '../../api/newVersion.ts'
import { Button } from '../../controls/Button.tsx'
import { ResultPage } from './ResultPage.tsx'

/** How often an unattended screen looks whether it can be loaded again. */
const retryMs = 10_000

/** A screen that could not be loaded or drawn: a new version was put up, or the network broke in the middle. */
export function LoadErrorResult({ isUnattended }: { isUnattended: boolean }) {
  const intl = useIntl()
  const isNewer = useVersion((state) => state.isNewer)
  const words = intl.formatMessage({ id: 'result.loadingFailed' })
  // The scripts of a version that was replaced are gone from the server.
  useEffect(() => void checkVersion(), [])
  // Nobody stands before a wall to press a button.
  useEffect(() => {
    if (!isUnattended) return
    const timer = setInterval(() => {
      fetch('/health/live', { cache: 'no-store' }).then(
        (response) => response.ok && window.location.reload(),
        () => {},
      )
    }, retryMs)
    return () => clearInterval(timer)
  }, [isUnattended])
  return (
    <ResultPage title={words} heading={words} text={intl.formatMessage({ id: isNewer ? 'result.newVersion' : 'result.loadingFailedText' })}>
      <Button look="primary" onClick={() => window.location.reload()}>
        {intl.formatMessage({ id: 'result.reload' })}
      </Button>
    </ResultPage>
  )
}
