import { FormattedMessage } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { describeRecords } from '../../list/describeRecords.tsx'

const form = {
  newTitleId: 'pen.new',
  prefill: ['farmId'],
  load: async () => (await import('./penForm.tsx')).penForm,
} as const

/** Reload interval, ms, as headcounts change without anyone saving a pen. */
const reloadIntervalMs = 15_000

export const penLists = describeRecords(
  endpoints.pens,
  form,
)({
  noun: 'pens',
  titleId: 'pen.title',
  countId: 'pen.count',
  emptyId: 'pen.empty',
  next: [
    { titleId: 'firstSteps.do.farms', call: endpoints.farms.addOrEdit, to: '/dashboard/animal-monitor/farm/list' },
  ],
  nameOf: ({ name }) => name,
  sort: { field: 'name', order: 'asc' },
  intervalMs: reloadIntervalMs,
  columns: {
    name: { titleId: 'pen.name', width: 150 },
    farmId: { titleId: 'pen.farm', width: 170, of: farmReference },
    heard: {
      titleId: 'pen.heads',
      width: 190,
      isLive: true,
      cell: ({ heard, heads, windowMinutes }) => (
        <bdi>
          <FormattedMessage id="farm.headsOf" values={{ heard, ledger: heads, minutes: windowMinutes }} />
        </bdi>
      ),
    },
    capacity: { titleId: 'pen.capacity', width: 90, hideOrder: 2 },
    purpose: { titleId: 'pen.purpose', width: 140, hideOrder: 1 },
    heardByGateway: { titleId: 'pen.heardByGateway', width: 120, hidden: true },
    gateways: { titleId: 'pen.gateways', width: 180, hidden: true },
  },
  filters: [
    { field: 'name', titleId: 'pen.name' },
    { field: 'farmId', titleId: 'pen.farm', of: farmReference },
    { field: 'purpose', titleId: 'pen.purpose' },
  ],
})
