import { describeRecords } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { animalFields, ofAnimal, requirePast } from './ofAnimal.ts'

export const treatments = describeRecords('treatments', {
  ...ofAnimal,
  noun: 'treatment',
  table: 'treatments',
  fields: {
    ...animalFields,
  },
  sort: { field: 'treatedOn', order: 'desc' },
  hooks: {
    async beforeSave({ sql, now, input: { animalId, treatedOn } }) {
      await requirePast(sql, [animalId], { treatedOn }, now)
    },
  },
})

export const treatmentHandlers = recordHandlers(treatments)
