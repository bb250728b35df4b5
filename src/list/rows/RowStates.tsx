import { ReloadOutlined } from '@ant-design/icons'
import { Button, Empty } from 'antd'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import type { CallError } from '../../api/CallError.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import { useSession } from '../../api/session.ts'
import { addRecord } from '../../form/leaving/useAdding.ts'
import { joinSentences } from '../../locale/joins.ts'
import type { MessageId } from '../../locale/languages.ts'
import { useScreenTable } from '../../navigation/screen.ts'
import { type NextStep, stepsFor } from './nextSteps.ts'

/** Placeholder for loading rows, in the columns of the surrounding grid. */
export function ComingRows({ rowHeight, columns }: { rowHeight: number; columns: number }) {
  return (
    <div className="coming" aria-hidden>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className="coming-row" style={{ height: rowHeight }}>
          {Array.from({ length: columns }, (_cell, cell) => (
            // Varied but stable lengths.
            <span key={cell} style={{ width: `${35 + ((row * 7 + cell * 13) % 5) * 12}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Shown when the rows failed to load: the filters stay, and a button tries again. */
export function FailedRows({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const intl = useIntl()
  return (
    <div className="no-rows" role="alert">
      <h2>{intl.formatMessage({ id: 'list.failed' })}</h2>
      <p>{loadFailureMessage(intl, error)}</p>
      <Button type="primary" icon={<ReloadOutlined aria-hidden />} onClick={onRetry}>
        {intl.formatMessage({ id: 'list.retry' })}
      </Button>
    </div>
  )
}

/** Shown above earlier rows when newer ones failed to load. */
export function OldRows({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const intl = useIntl()
  return (
    <div className="old-rows" role="alert">
      {joinSentences(intl, intl.formatMessage({ id: 'list.old' }), loadFailureMessage(intl, error))}
      <Button type="link" size="small" onClick={onRetry}>
        {intl.formatMessage({ id: 'list.retry' })}
      </Button>
    </div>
  )
}

/** Shown when live values in the rows are outdated: the server, its database or its broker is unavailable. */
export function PastRows() {
  const intl = useIntl()
  return (
    <p className="old-rows past-rows" role="status">
      {intl.formatMessage({ id: 'list.past' })}
    </p>
  )
}

interface NoRowsProps {
  isFiltered: boolean
  emptyId: MessageId
  next: readonly NextStep[]
  onClear: () => void
}

/** Shown when there are no rows: either no records, with the user's next steps, or none that match the filters. */
export function NoRows({ isFiltered, emptyId, next, onClear }: NoRowsProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const role = useSession(({ session }) => session?.role ?? null)
  const steps = stepsFor(next, role, useScreenTable())
  return (
    <div className="no-rows" role="status">
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={intl.formatMessage({ id: isFiltered ? 'list.nothingLeft' : emptyId })}
      >
        {isFiltered && <Button onClick={onClear}>{intl.formatMessage({ id: 'list.clearFilters' })}</Button>}
        {!isFiltered && steps.length > 0 && (
          <div className="next-steps row">
            {steps.map((step, place) => (
              <Button
                key={step.titleId}
                type={place === 0 ? 'primary' : 'default'}
                onClick={() => ('adds' in step ? addRecord(step.adds) : void navigate(step.to))}
              >
                {intl.formatMessage({ id: step.titleId })}
              </Button>
            ))}
          </div>
        )}
      </Empty>
    </div>
  )
}
