import { Button, Popconfirm } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { call } from '../../../api/call.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import type { RecordForm } from '../../../form/describe.ts'
import { RecordDrawer } from '../../../form/RecordDrawer.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import type { MessageId } from '../../../locale/languages.ts'

interface Props<V, R extends { id: number }> {
  titleId: MessageId
  form: RecordForm<V, R>
  calls: { remove: Endpoint; trash: Endpoint; restore: Endpoint }
  animalId: number
  /** Initial values of a new record. */
  initial: V
  nameOf: (record: R) => string
  /** Draws the records; `open` opens one for editing. */
  children: (open: (id: number) => void) => ReactNode
}

/** Another noun's records of one animal, managed on its page: add, edit, remove, restore. */
export function OwnRecords<V extends object, R extends { id: number }>({
  titleId,
  form,
  calls,
  animalId,
  initial,
  nameOf,
  children,
}: Props<V, R>) {
  const intl = useIntl()
  const headingId = useId()
  const [shown, setShown] = useState<number | 'new' | null>(null)
  const close = () => setShown(null)
  // Refusals have already been reported by the call.
  const remove = () => void call(calls.remove, { id: shown }).then(close, () => {})
  return (
    <section className="panel" aria-labelledby={headingId}>
      <div className="panel-heading row">
        <h2 id={headingId}>{intl.formatMessage({ id: titleId })}</h2>
        <Button onClick={() => setShown('new')}>{intl.formatMessage({ id: form.newTitleId })}</Button>
      </div>
      {children(setShown)}
      <Removed<R> calls={calls} animalId={animalId} nameOf={nameOf} />
      <RecordDrawer
        form={form}
        id={shown}
        initial={initial}
        onClose={close}
        extra={
          typeof shown === 'number' && (
            <Popconfirm
              title={intl.formatMessage({ id: 'animal.removeOwn' })}
              okText={intl.formatMessage({ id: 'bin.remove' })}
              onConfirm={remove}
            >
              <Button danger>{intl.formatMessage({ id: 'bin.remove' })}</Button>
            </Popconfirm>
          )
        }
      />
    </section>
  )
}

type Removed<R> = R & { deletedAt: string; deletedBy: string | null }

function Removed<R extends { id: number }>({
  calls,
  animalId,
  nameOf,
}: Pick<Props<object, R>, 'calls' | 'animalId' | 'nameOf'>) {
  const intl = useIntl()
  const formats = useFormats()
  const { data } = useCall<Endpoint>(calls.trash, { animalId, pageSize: 100 }, { shows: inPlace })
  const { list = [] } = (data ?? {}) as { list?: Removed<R>[] }
  if (list.length === 0) return null
  return (
    <details className="record-history">
      <summary>{intl.formatMessage({ id: 'animal.removedOwn' }, { count: list.length })}</summary>
      <ul className="record-changes">
        {list.map((record) => (
          <li key={record.id}>
            <bdi>{nameOf(record)}</bdi>{' '}
            <small>{joinParts(intl, formats.instant(record.deletedAt), record.deletedBy)}</small>{' '}
            <Button size="small" onClick={() => void call(calls.restore, { id: record.id }).catch(() => {})}>
              {intl.formatMessage({ id: 'bin.restore' })}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
