import { describeRecords } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { animalFields, ofAnimal, requirePast } from './ofAnimal.ts'

export const animalWeights = describeRecords('animalWeights', {
  ...ofAnimal,
  noun: 'animalWeight',
  table: 'animal_weights',
  fields: { ...animalFields },
  sort: { field: 'weighedOn', order: 'desc' },
  hooks: {
    async beforeSave({ sql, now, input: { animalId, weighedOn } }) {
      await requirePast(sql, [animalId], { weighedOn }, now)
    },
  },
})

export const animalWeightHandlers = recordHandlers(animalWeights)
