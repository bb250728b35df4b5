import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../../api/failures.ts'
import { PartComing } from '../../../api/LoadFailed.tsx'
import { useCall } from '../../../api/queries.ts'
import { useFormats } from '../../../locale/formats.ts'

/** Numbers that closing the day would freeze, and why it cannot be closed yet. */
export function DayNumbers({ values: { id } }: { values: { id?: unknown } }) {
  const intl = useIntl()
  const { count } = useFormats()
  const loading = useCall(endpoints.projectHeadcounts.shown, { id: Number(id) }, { shows: inPlace })
  const { data } = loading
  if (!data) return <PartComing of={[loading]} />
  const numbers = [
    ['headcount.contracted', data.contracted],
    ['headcount.ledger', data.ledger],
    ['headcount.heardTitle', data.heard],
    ['headcount.outsideTitle', data.outside],
    ['headcount.unverified', data.unverified],
    ['headcount.unaccounted', data.unaccounted],
  ] as const
  return (
    <>
      <dl className="project-numbers">
        {numbers.map(([titleId, heads]) => (
          <div key={titleId}>
            <dt>{intl.formatMessage({ id: titleId })}</dt>
            <dd>{count(heads)}</dd>
          </div>
        ))}
      </dl>
      {data.unexplained > 0 && (
        <Alert
          className="form-notice"
          type="warning"
          showIcon
          title={intl.formatMessage({ id: 'headcount.unexplained' }, { heads: data.unexplained })}
        />
      )}
    </>
  )
}
