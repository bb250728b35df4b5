import { Alert, Button, Result } from 'antd'
import { useIntl } from 'react-intl'
import { SkeletonLines } from '../controls/SkeletonLines.tsx'
import type { CallError } from './CallError.ts'
import { loadFailureMessage } from './callFailure.ts'

/** Shown in place of something that failed to load: the reason, and a button to try again. */
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

interface Load {
  error: CallError | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

interface Props {
  /** The loads that this part waits for. */
  of: readonly Load[]
  /** Approximate number of lines of the loaded part. */
  lines?: number
}

/** Shown in place of a loading part of a screen; after a failure it shows the reason and a button to try again. */
export function PartComing({ of, lines = 4 }: Props) {
  const intl = useIntl()
  const failed = of.filter((load) => load.error !== null)
  const [error] = failed.flatMap((load) => load.error ?? [])
  if (error === undefined) return <SkeletonLines lines={lines} />
  return (
    <Alert
      type="warning"
      showIcon
      className="part-failed"
      title={intl.formatMessage({ id: 'form.loadFailed' })}
      description={loadFailureMessage(intl, error)}
      action={
        <Button
          size="small"
          loading={failed.some(({ isFetching }) => isFetching)}
          onClick={() => failed.forEach((load) => void load.refetch())}
        >
          {intl.formatMessage({ id: 'form.retry' })}
        </Button>
      }
    />
  )
}
