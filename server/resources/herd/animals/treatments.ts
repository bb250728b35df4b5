import { describeRecords } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { animalFields, ofAnimal, requirePast } from './ofAnimal.ts'

export const treatments = describeRecords('treatments', {
  ...ofAnimal,
  noun: 'treatment',
  table: 'treatments',
  fields: {
    ...animalFields,
    kind: 'kind',
    treatedOn: 'treated_on',
    product: 'product',
    dose: 'dose',
    givenBy: 'given_by',
    withdrawalEndsOn: 'withdrawal_ends_on',
    remark: 'remark',
  },
  sort: { field: 'treatedOn', order: 'desc' },
  hooks: {
    async beforeSave({ sql, now, input: { animalId, treatedOn } }) {
      await requirePast(sql, [animalId], { treatedOn }, now)
    },
  },
})

export const treatmentHandlers = recordHandlers(treatments)
