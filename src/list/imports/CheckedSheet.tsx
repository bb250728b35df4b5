import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Import } from '#contract/calls/imports.ts'
import { CallError } from '../../api/CallError.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { describeList } from '../describe.ts'
import { Pager } from '../Pager.tsx'
import { Changes } from './Changes.tsx'
import { MapColumns } from './MapColumns.tsx'
import { PossibleValues } from './PossibleValues.tsx'
import { exportFile } from '../tools/exportFile.ts'

interface Props {
  one: Import
  onCommit: (leavesOutFaulty: boolean) => void
  onAgain: () => void
  /** The person has mapped columns: the file is checked again. */
  onMapped: () => void
  onCancel: () => void
}

const defaultPageSize = 20

/** Errors in the rows of a sheet, as a list for export. */
const faultList = describeList(endpoints.importFaults.list)({
  noun: 'importFaults',
  titleId: 'import.faults',
  countId: 'import.faultCount',
  emptyId: 'import.noFaults',
  nameOf: ({ row }) => String(row),
  columns: {
    row: { titleId: 'import.row' },
    column: { titleId: 'import.column' },
    value: { titleId: 'import.value' },
    code: { titleId: 'import.reason', words: (code) => `importFault.${code}` },
  },
  filters: [],
})

/** Result of checking a sheet before anything is written: row counts, and every error with row, column and reason. */
export function CheckedSheet({
  one: { id, noun, fileName, sound, faulty, warned, ignored, changed, unchanged },
  onCommit,
  onAgain,
  onMapped,
  onCancel,
}: Props) {
  const intl = useIntl()
  const [isAsked, setAsked] = useState(false)
  const commit = () => {
    setAsked(true)
    onCommit(faulty > 0)
  }
  return (
    <>
      {sound + faulty === 0 && unchanged > 0 ? (
        <Alert type="success" showIcon title={intl.formatMessage({ id: 'import.nothing' }, { name: fileName })} />
      ) : (
        <p>{intl.formatMessage({ id: 'import.sound' }, { count: sound, name: fileName })}</p>
      )}
      {sound + faulty > 0 && unchanged > 0 && (
        <p>{intl.formatMessage({ id: 'import.unchanged' }, { count: unchanged })}</p>
      )}
      {changed > 0 && (
        <>
          <p>{intl.formatMessage({ id: 'import.changed' }, { count: changed })}</p>
          <Changes importId={id} />
        </>
      )}
      {ignored.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={intl.formatMessage({ id: 'import.ignored' }, { titles: intl.formatList(ignored) })}
        />
      )}
      {ignored.length > 0 && <MapColumns noun={noun} titles={ignored} onMapped={onMapped} />}
      {faulty > 0 && (
        <Alert type="error" showIcon title={intl.formatMessage({ id: 'import.faulty' }, { count: faulty })} />
      )}
      {warned > 0 && (
        <Alert type="warning" showIcon title={intl.formatMessage({ id: 'import.warned' }, { count: warned })} />
      )}
      {faulty + warned > 0 && <PossibleValues importId={id} />}
      {faulty + warned > 0 && <Faults importId={id} />}
      <div className="import-actions row">
        <Button onClick={onCancel}>{intl.formatMessage({ id: 'import.discard' })}</Button>
        <Button onClick={onAgain}>{intl.formatMessage({ id: 'import.again' })}</Button>
        {sound > 0 && (
          <Button type={faulty > 0 ? 'default' : 'primary'} loading={isAsked} onClick={commit}>
            {intl.formatMessage({ id: faulty > 0 ? 'import.commitRest' : 'import.commit' }, { count: sound })}
          </Button>
        )}
      </div>
    </>
  )
}

function Faults({ importId }: { importId: number }) {
  const intl = useIntl()
  const { message } = App.useApp()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(defaultPageSize)
  const [isKeeping, setKeeping] = useState(false)
  const { data, error } = useCall(
    endpoints.importFaults.list,
    { importId, current: page, pageSize: size },
    { shows: inPlace, keepsPrevious: true },
  )

  const keep = async () => {
    setKeeping(true)
    try {
      await exportFile({
        list: faultList,
        query: { importId },
        format: 'csv',
        columns: faultList.columns,
        intl,
        signal: new AbortController().signal,
      })
    } catch (error) {
      if (!(error instanceof CallError)) void message.error(intl.formatMessage({ id: 'list.exportBroken' }))
    } finally {
      setKeeping(false)
    }
  }

  if (error !== null && !data) return <p role="alert">{loadFailureMessage(intl, error)}</p>
  return (
    <>
      <div className="import-faults">
        <table aria-label={intl.formatMessage({ id: 'import.faults' })}>
          <thead>
            <tr>
              {faultList.columns.map(({ field, titleId }) => (
                <th key={field} scope="col">
                  {intl.formatMessage({ id: titleId })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data?.list.map((fault) => (
              <tr key={fault.id}>
                <td>{intl.formatNumber(fault.row)}</td>
                <td>
                  <bdi>{fault.column}</bdi>
                </td>
                <td>
                  <bdi>{fault.value}</bdi>
                </td>
                <td>{intl.formatMessage({ id: `importFault.${fault.code}` })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        page={page}
        size={size}
        total={data?.total ?? null}
        onPage={setPage}
        onSize={(wanted) => {
          setSize(wanted)
          setPage(1)
        }}
      />
      <Button loading={isKeeping} onClick={() => void keep()}>
        {intl.formatMessage({ id: 'import.keepFaults' })}
      </Button>
    </>
  )
}
