import { endpoints } from '#contract/calls/endpoints.ts'
import { treatmentKinds } from '#contract/herd/animals/treatments.ts'
import { describeForm } from '../../../form/describe.ts'
import { date, select, text, textarea } from '../../../form/fields.tsx'

export const treatmentForm = describeForm(endpoints.treatments.addOrEdit, {
  noun: 'treatments',
  newTitleId: 'treatment.new',
  titleOf: ({ treatedOn }) => treatedOn,
  load: endpoints.treatments.detail,
  sections: [
    {
      fields: {
        kind: select('treatment.kind', treatmentKinds, { wordOf: (kind) => `treatmentKind.${kind}` }),
        treatedOn: date('treatment.treatedOn'),
        product: text('treatment.product'),
        dose: text('treatment.dose'),
        givenBy: text('treatment.givenBy'),
        withdrawalEndsOn: date('treatment.withdrawalEndsOn', {
          hintId: 'treatment.withdrawalHint',
          notBefore: ({ treatedOn }) => treatedOn,
        }),
        remark: textarea('treatment.remark', { rows: 2 }),
      },
    },
  ],
})
