import { endpoints } from '#contract/calls/endpoints.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { describeRecords } from '../../list/describeRecords.tsx'

const form = { newTitleId: 'insurance.new', load: async () => (await import('./insuranceForm.ts')).insuranceForm } as const

export const insurancePolicies = describeRecords(endpoints.insurancePolicies, form, {
  noun: 'insurancePolicies',
  titleId: 'insurance.title',
  countId: 'insurance.count',
  emptyId: 'insurance.empty',
  nameOf: ({ number }) => number,
  sort: { field: 'endsOn', order: 'asc' },
  columns: [
    { field: 'number', titleId: 'insurance.number', width: 160 },
    { field: 'insurer', titleId: 'insurance.insurer', width: 180 },
    { field: 'farmId', titleId: 'insurance.farm', width: 180, of: farmReference },
    { field: 'startsOn', titleId: 'insurance.startsOn', width: 110 },
    { field: 'endsOn', titleId: 'insurance.endsOn', width: 110 },
    { field: 'sumPerHead', titleId: 'insurance.sumPerHead', width: 130 },
  ],
  filters: [
    { field: 'number', titleId: 'insurance.number' },
    { field: 'farmId', titleId: 'insurance.farm', of: farmReference },
  ],
})
