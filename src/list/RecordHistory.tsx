import './history.css'
import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { HistoryEntry } from '#contract/calls/records.ts'
import { loadFailureMessage } from '../api/callFailure.ts'
import { inPlace } from '../api/failures.ts'
import { useCall } from '../api/queries.ts'
import { SkeletonLines } from '../controls/SkeletonLines.tsx'
import { type AnyForm, fieldsOf } from '../form/describe.ts'
import { Shown } from '../form/RecordDetails.tsx'
import { Moment } from '../locale/Moment.tsx'

const pageSize = 20

interface Props {
  call: Endpoint
  /** The fields that the history covers. */
  form: Pick<AnyForm, 'sections'>
  id: number
  /** Additional input of the call. */
  also?: object
}

/** History of a record, newest change first: author, time and changed fields. Loads when unfolded. */
export function RecordHistory(props: Props) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="record-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{intl.formatMessage({ id: 'history.title' })}</summary>
      {isOpen && <HistoryEntries {...props} />}
    </details>
  )
}

/** History of a record as a page part that is always open. */
export function HistoryEntries({ call: endpoint, form, id, also }: Props) {
  const intl = useIntl()
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = useCall<Endpoint>(
    endpoint,
    { id, current: 1, pageSize: pages * pageSize, ...also },
    { keepsPrevious: true, shows: inPlace },
  )
  const entries = data as { list: HistoryEntry[]; total: number } | undefined
  if (entries === undefined && error !== null) {
    return (
      <p role="alert" className="row record-history-failed">
        {loadFailureMessage(intl, error)}
        <Button size="small" onClick={() => void refetch()}>
          {intl.formatMessage({ id: 'list.retry' })}
        </Button>
      </p>
    )
  }
  if (entries === undefined) return <SkeletonLines />
  if (entries.total === 0) return <p>{intl.formatMessage({ id: 'history.none' })}</p>
  return (
    <>
      <ol className="record-changes">
        {entries.list.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} form={form} />
          </li>
        ))}
      </ol>
      {entries.list.length < entries.total && (
        <Button type="link" onClick={() => setPages(pages + 1)}>
          {intl.formatMessage({ id: 'history.more' })}
        </Button>
      )}
    </>
  )
}

function Entry({
  entry: { at, by, action, reason, importedFrom, before, after },
  form,
}: {
  entry: HistoryEntry
  form: Props['form']
}) {
  const intl = useIntl()
  const changed =
    before && after
      ? fieldsOf(form).filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      : []
  return (
    <>
      <p className="record-change">
        <b>{intl.formatMessage({ id: `change.${action}` })}</b>{' '}
        <bdi>{by ?? intl.formatMessage({ id: 'history.nobody' })}</bdi> <Moment at={at} />
      </p>
      {reason !== null && <p>{reason}</p>}
      {importedFrom !== null && <p>{intl.formatMessage({ id: 'history.importedFrom' }, { file: importedFrom })}</p>}
      {changed.length > 0 && (
        <dl className="record-facts">
          {changed.map(([name, field]) => (
            <div key={name}>
              <dt>{intl.formatMessage({ id: field.labelId })}</dt>
              <dd>
                <del>
                  <Shown field={field} value={before?.[name]} />
                </del>{' '}
                <ins>
                  <Shown field={field} value={after?.[name]} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
