import { endpoints } from '#contract/calls/endpoints.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { describeForm } from '../../form/describe.ts'
import { date, money, pdf, text, toggle } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { PolicyFacts } from './PolicyFacts.tsx'

export const insuranceForm = describeForm(endpoints.insurancePolicies.addOrEdit, {
  noun: 'insurancePolicies',
  newTitleId: 'insurance.new',
  titleOf: ({ number }) => number,
  load: endpoints.insurancePolicies.detail,
  sections: [
    {
      fields: {
        farmId: reference('insurance.farm', farmReference, { isWide: true }),
        insurer: text('insurance.insurer'),
        number: text('insurance.number'),
        startsOn: date('insurance.startsOn'),
        endsOn: date('insurance.endsOn', { notBefore: ({ startsOn }) => startsOn }),
        sumPerHead: money('insurance.sumPerHead'),
        documentId: pdf('insurance.document'),
        // Applies to this save only; not part of the policy.
        allowsTwice: {
          ...toggle('insured.allowsTwice', {
            isWide: true,
            hintId: 'insurance.allowsTwiceHint',
            shownWhen: ({ id }) => id != null,
          }),
          isSecret: true,
        },
      },
    },
  ],
  Facts: PolicyFacts,
})
