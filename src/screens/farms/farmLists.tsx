import { FormattedMessage } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { borrowerReference } from '../../entities/borrowerReference.ts'
import { describeRecords } from '../../list/describeRecords.tsx'

const form = { newTitleId: 'farm.new', load: async () => (await import('./farmForm.tsx')).farmForm } as const

/** Reload interval, ms, as headcounts change without anyone saving a farm. */
const reloadIntervalMs = 15_000

export const farmLists = describeRecords(
  endpoints.farms,
  form,
)({
  noun: 'farms',
  titleId: 'farm.title',
  countId: 'farm.count',
  emptyId: 'farm.empty',
  nameOf: ({ name }) => name,
  sort: { field: 'name', order: 'asc' },
  intervalMs: reloadIntervalMs,
  columns: {
    name: { titleId: 'farm.name', width: 170 },
    'headcount.heard': {
      titleId: 'farm.heads',
      width: 190,
      isLive: true,
      cell: ({ headcount: { heard, ledger, windowMinutes } }) => (
        <bdi>
          <FormattedMessage id="farm.headsOf" values={{ heard, ledger, minutes: windowMinutes }} />
        </bdi>
      ),
    },
    'headcount.unaccounted': { titleId: 'count.unaccounted', width: 100, isLive: true },
    'headcount.unfitted': { titleId: 'count.unfitted', width: 110, isLive: true, hideOrder: 6 },
    'headcount.unheard': { titleId: 'count.unheard', width: 110, isLive: true, hideOrder: 5 },
    borrowerOrgId: { titleId: 'farm.borrower', width: 180, of: borrowerReference, hideOrder: 4 },
    countyCode: { titleId: 'farm.county', width: 90, hideOrder: 2 },
    address: { titleId: 'farm.address', width: 200, hideOrder: 3 },
    timeZone: { titleId: 'farm.timeZone', width: 130, hideOrder: 1 },
  },
  filters: [
    { field: 'name', titleId: 'farm.name' },
    { field: 'borrowerOrgId', titleId: 'farm.borrower', of: borrowerReference },
    { field: 'countyCode', titleId: 'farm.county' },
  ],
})
