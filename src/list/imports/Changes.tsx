import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { Pager } from '../Pager.tsx'

const defaultPageSize = 20
const titles = ['import.row', 'import.column', 'import.before', 'import.after'] as const

/** Cells of a sheet that would change a record, before and after. */
export function Changes({ importId }: { importId: number }) {
  const intl = useIntl()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(defaultPageSize)
  const { data, error } = useCall(
    endpoints.importChanges.list,
    { importId, current: page, pageSize: size },
    { shows: inPlace, keepsPrevious: true },
  )
  if (error !== null && !data) return <p role="alert">{loadFailureMessage(intl, error)}</p>
  return (
    <>
      <div className="import-faults">
        <table aria-label={intl.formatMessage({ id: 'import.changes' })}>
          <thead>
            <tr>
              {titles.map((id) => (
                <th key={id} scope="col">
                  {intl.formatMessage({ id })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data?.list.map(({ id, row, column, before, after }) => (
              <tr key={id}>
                <td>{intl.formatNumber(row)}</td>
                <td>
                  <bdi>{column}</bdi>
                </td>
                <td>
                  <bdi>{before}</bdi>
                </td>
                <td>
                  <bdi>{after}</bdi>
                </td>
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
    </>
  )
}
