import { endpoints } from '#contract/calls/endpoints.ts'
import { weighingMethods } from '#contract/herd/animals/animalWeights.ts'
import { describeForm } from '../../../form/describe.ts'
import { date, number, select, text } from '../../../form/fields.tsx'

export const weightForm = describeForm(endpoints.animalWeights.addOrEdit, {
  noun: 'animalWeights',
  newTitleId: 'weight.new',
  titleOf: ({ weighedOn }) => weighedOn,
  load: endpoints.animalWeights.detail,
  initialValues: { method: 'SCALE' },
  sections: [
    {
      fields: {
        weighedOn: date('weight.weighedOn'),
        kg: number('weight.kgTitle', { unitId: 'unit.kg' }),
        method: select('weight.method', weighingMethods, { wordOf: (method) => `weighing.${method}` }),
        source: text('weight.source', { hintId: 'weight.sourceHint' }),
      },
    },
  ],
})
