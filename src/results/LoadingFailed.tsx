import { Button, Result } from 'antd'
import { useIntl } from 'react-intl'

/** A screen that could not be loaded or drawn: a new version was put up, or the network broke in the middle. */
export function LoadingFailed() {
  const intl = useIntl()
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
