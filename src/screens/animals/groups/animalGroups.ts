import { endpoints } from '#contract/calls/endpoints.ts'
import { describeRecords } from '../../../list/describeRecords.tsx'

const form = {
  newTitleId: 'group.new',
  load: async () => (await import('./animalGroupForm.tsx')).animalGroupForm,
} as const

export const animalGroups = describeRecords(
  endpoints.animalGroups,
  form,
)({
  noun: 'animalGroups',
  titleId: 'group.title',
  countId: 'group.count',
  emptyId: 'group.empty',
  nameOf: ({ name }) => name,
  sort: { field: 'name', order: 'asc' },
  columns: {
    name: { titleId: 'group.name', width: 200 },
    heads: { titleId: 'group.heads', width: 100 },
    remark: { titleId: 'group.remark', width: 260 },
  },
  filters: [{ field: 'name', titleId: 'group.name' }],
})
