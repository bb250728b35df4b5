import { Button, Progress } from 'antd'
import { useIntl } from 'react-intl'
import type { Import } from '#contract/calls/imports.ts'

/** Progress of an import, which continues without the page. */
export function ImportProgress({
  one: { state, fileName, rows, sound, done },
  onCancel,
}: {
  one: Import
  onCancel: () => void
}) {
  const intl = useIntl()
  const all = state === 'WRITING' ? sound : rows
  const words =
    all === null
      ? intl.formatMessage({ id: 'import.reading' }, { name: fileName })
      : intl.formatMessage(
          { id: state === 'WRITING' ? 'import.writing' : 'import.checking' },
          { done: intl.formatNumber(done), rows: intl.formatNumber(all) },
        )
  return (
    <>
      <p aria-live="polite">{words}</p>
      <Progress
        percent={all === null || all === 0 ? 0 : Math.round((100 * done) / all)}
        aria-label={intl.formatMessage({ id: 'import.progress' })}
      />
      <div className="import-actions row">
        <Button onClick={onCancel}>{intl.formatMessage({ id: 'import.discard' })}</Button>
      </div>
    </>
  )
}
