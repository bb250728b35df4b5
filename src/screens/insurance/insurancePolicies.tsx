import { endpoints } from '#contract/calls/endpoints.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { describeForm } from '../../form/describe.ts'
import { date, money, text } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { describeRecords } from '../../list/describeRecords.tsx'

const calls = endpoints.insurancePolicies

const form = describeForm(calls.addOrEdit, {
  noun: 'insurancePolicies',
  newTitleId: 'insurance.new',
  titleOf: ({ number }) => number,
  load: calls.detail,
  sections: [
    {
      fields: {
        farmId: reference('insurance.farm', farmReference, { wide: true }),
        insurer: text('insurance.insurer'),
        number: text('insurance.number'),
        startsOn: date('insurance.startsOn'),
        endsOn: date('insurance.endsOn', { notBefore: ({ startsOn }) => startsOn }),
        sumPerHead: money('insurance.sumPerHead'),
      },
    },
  ],
})

export const insurancePolicies = describeRecords(calls, form, {
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
