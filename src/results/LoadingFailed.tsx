import { Button, Result } from 'antd'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'

/** How often an unattended screen looks whether it can be loaded anew. */
const retryMs = 10_000

/** A screen that could not be loaded or drawn: a new version was put up, or the network broke in the middle. */
export function LoadingFailed() {
  const intl = useIntl()
  // Nobody stands before a wall to press a button.
  useEffect(() => {
    const timer = setInterval(() => {
      fetch('/health/live', { cache: 'no-store' }).then(
        (response) => response.ok && window.location.reload(),
        () => {},
      )
    }, retryMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <main className="result-page">
      <Result
        status="warning"
        title={intl.formatMessage({ id: 'result.loadingFailed' })}
        extra={
          <Button type="primary" onClick={() => window.location.reload()}>
            {intl.formatMessage({ id: 'result.reload' })}
          </Button>
        }
      />
    </main>
  )
}
