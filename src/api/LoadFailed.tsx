import { Button, Result } from 'antd'
import { useIntl } from 'react-intl'
import type { CallError } from './CallError.ts'
import { loadFailureMessage } from './callFailure.ts'

/** Stands in place of something that could not be loaded: why, and a button that tries again. */
export function LoadFailed({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const intl = useIntl()
  return (
    <Result
      status={error.status === 404 ? '404' : 'warning'}
      title={intl.formatMessage({ id: 'form.loadFailed' })}
      subTitle={loadFailureMessage(intl, error)}
      extra={<Button onClick={onRetry}>{intl.formatMessage({ id: 'form.retry' })}</Button>}
    />
  )
}
