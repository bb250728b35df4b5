import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import type { PolygonWarnings } from '#contract/herd/polygonWarnings.ts'

/** The server's warnings about a polygon, which do not prevent saving. */
export function PolygonWarningList({ found }: { found: PolygonWarnings | undefined }) {
  const intl = useIntl()
  const warnings = found?.warnings ?? []
  return (
    <div role="status">
      {warnings.map(({ kind, penId, penName, metres }) => (
        <Alert
          key={`${kind}${penId}`}
          className="form-notice"
          type="warning"
          showIcon
          title={intl.formatMessage(
            { id: kind === 'OUTSIDE_FARM' && penId === null ? 'polygon.warning.OUTSIDE' : `polygon.warning.${kind}` },
            { pen: penName, metres },
          )}
        />
      ))}
    </div>
  )
}
