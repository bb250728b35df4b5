import { endpoints } from '#contract/calls/endpoints.ts'
import { describeList } from '../../list/describe.ts'
import { formDetails } from '../../list/withForm.tsx'

/** Base map below farms and herds: a single row that can be edited but not removed. */
export const baseMapList = describeList(endpoints.baseMap.list)({
  noun: 'baseMap',
  titleId: 'baseMap.title',
  countId: 'baseMap.count',
  emptyId: 'baseMap.empty',
  nameOf: (_row, intl) => intl.formatMessage({ id: 'baseMap.title' }),
  columns: {
    kind: { titleId: 'baseMap.kind', width: 220, words: (kind) => `baseMap.kind.${kind}` },
    inForce: {
      titleId: 'baseMap.inForce',
      width: 200,
      words: (kind) => `baseMap.kind.${kind}`,
      tone: (kind) => (kind === 'NONE' ? 'neutral' : 'live'),
    },
    address: { titleId: 'baseMap.address', width: 280, hideOrder: 2 },
    fileName: { titleId: 'baseMap.fileName', width: 160, hideOrder: 1 },
  },
  filters: [],
  Details: formDetails(
    async () => (await import('./baseMapForm.ts')).baseMapForm,
    undefined,
    endpoints.baseMap.history,
  ),
})
