import { endpoints } from '#contract/calls/endpoints.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { categoryReference } from '../../entities/lookups/lookupReferences.ts'
import { penReference } from '../../entities/penReference.ts'
import { policyReference } from '../../entities/policies/policyReference.ts'
import { describeList } from '../../list/describe.ts'
import { formDialog } from '../../list/withForm.tsx'

const insureForms = () => import('../../entities/policies/insureForms.ts')
const inHerd = ['IN_HERD', 'MISSING'] as const

const shared = {
  countId: 'animal.count',
  nameOf: ({ visualTag }: { visualTag: string }) => visualTag,
  sort: { field: 'visualTag', order: 'asc' },
  columns: {
    visualTag: { titleId: 'animal.visualTag', width: 140 },
    'electronicTag.value': { titleId: 'animal.electronicTag', width: 160, hideOrder: 1 },
    categoryId: { titleId: 'animal.category', width: 100, of: categoryReference },
    farmId: { titleId: 'animal.farm', width: 170, of: farmReference },
    farmSlotId: { titleId: 'animal.pen', width: 120, of: penReference },
  },
} as const

/** Animals in a running project that no policy insures today. */
export const uninsuredList = describeList(endpoints.animals.list)({
  ...shared,
  noun: 'animals.uninsured',
  titleId: 'insured.uninsured',
  emptyId: 'insured.noUninsured',
  fixed: { isPledged: true, isInsured: false, status: [...inHerd] },
  filters: [
    { field: 'tag', titleId: 'animal.search' },
    { field: 'farmId', titleId: 'animal.farm', of: farmReference },
    { field: 'farmSlotId', titleId: 'animal.pen', of: penReference },
    { field: 'categoryIds', titleId: 'animal.category', of: categoryReference },
  ],
  actions: [
    { key: 'insure', titleId: 'insured.add', Dialog: formDialog(async () => (await insureForms()).insureForm) },
  ],
})

/** Animals insured today that no running project counts. */
export const unpledgedList = describeList(endpoints.animals.list)({
  ...shared,
  noun: 'animals.unpledged',
  titleId: 'insured.unpledged',
  emptyId: 'insured.noUnpledged',
  fixed: { isPledged: false, isInsured: true, status: [...inHerd] },
  filters: [
    { field: 'tag', titleId: 'animal.search' },
    { field: 'farmId', titleId: 'animal.farm', of: farmReference },
    { field: 'policyId', titleId: 'insured.policy', of: policyReference },
  ],
  actions: [
    { key: 'uninsure', titleId: 'insured.remove', Dialog: formDialog(async () => (await insureForms()).uninsureForm) },
  ],
})
