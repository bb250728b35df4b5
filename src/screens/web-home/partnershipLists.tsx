import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/queries.ts'
import { OrderButton } from '../../entities/ordering/OrderButton.tsx'
import { Thumbnail } from '../../form/files/Thumbnail.tsx'
import { describeRecords } from '../../list/describeRecords.tsx'

function useEntries(isWanted: boolean) {
  const { data } = useCall(
    endpoints.partnerships.list,
    { pageSize: 1000, sort: { field: 'position', order: 'asc' } },
    { isEnabled: isWanted },
  )
  return data && { entries: data.list, total: data.total }
}
const save = (ids: number[]) => call(endpoints.partnerships.order, { ids })

const form = {
  newTitleId: 'partner.new',
  load: async () => (await import('./partnershipForm.ts')).partnershipForm,
  paths: { list: '/dashboard/homepage/web?tab=partnerships', bin: '/dashboard/homepage/web?tab=partnerships.bin' },
  Tools: () => <OrderButton noun="partnerships" useEntries={useEntries} save={save} />,
} as const

/** Partners of the platform, in the order on the home page. */
export const partnershipLists = describeRecords(
  endpoints.partnerships,
  form,
)({
  noun: 'partnerships',
  titleId: 'partner.title',
  countId: 'partner.count',
  emptyId: 'partner.empty',
  nameOf: ({ name }) => name,
  sort: { field: 'position', order: 'asc' },
  columns: {
    position: { titleId: 'lookup.place', width: 80, hideOrder: 1, onCard: 'never' },
    logoId: {
      titleId: 'partner.logo',
      width: 120,
      onCard: 'never',
      cell: ({ logoId }) => logoId && <Thumbnail id={logoId} />,
    },
    name: { titleId: 'partner.name', width: 220, onCard: 'head' },
    link: { titleId: 'partner.link', width: 240, hideOrder: 2 },
  },
  filters: [{ field: 'name', titleId: 'partner.name' }],
})
