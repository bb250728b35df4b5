import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ImportFault } from '#contract/calls/imports.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'

/** Faults that are read to be grouped, and groups that are shown. */
const maxFaults = 500
const maxGroups = 12

/** Groups equal faults of a sheet that have possible values: one correction in the file mends all rows of a group. */
export function PossibleValues({ importId }: { importId: number }) {
  const { data } = useCall(
    endpoints.importFaults.list,
    { importId, current: 1, pageSize: maxFaults },
    { shows: inPlace, keepsPrevious: true },
  )
  const groups = Map.groupBy(
    (data?.list ?? []).filter(({ possible }) => possible.length > 0),
    ({ column, value, code }) => [column, value, code].join('\n'),
  )
  if (groups.size === 0) return null
  return (
    <ul className="import-possible">
      {[...groups]
        .slice(0, maxGroups)
        .flatMap(([key, [fault, ...others]]) =>
          fault === undefined ? [] : [<Group key={key} fault={fault} count={others.length + 1} />],
        )}
    </ul>
  )
}

function Group({ fault: { column, value, possible }, count }: { fault: ImportFault; count: number }) {
  const intl = useIntl()
  return (
    <li>
      {intl.formatMessage(
        { id: 'import.possible' },
        { column, value: value ?? '', count, values: intl.formatList(possible, { type: 'disjunction' }) },
      )}
    </li>
  )
}
