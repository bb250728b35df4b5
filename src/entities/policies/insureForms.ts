import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../form/describe.ts'
import { toggle } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { InsuredCheck } from './InsuredCheck.tsx'
import { policyReference } from './policyReference.ts'
import { tagsField } from './tagsField.tsx'

const allowsTwice = toggle('insured.allowsTwice', { isWide: true, hintId: 'insured.allowsTwiceHint' })

/** Form that adds animals to the list's policy by their ear tags. */
export const insureByTagsForm = describeForm(endpoints.insuredAnimals.insure, {
  noun: 'insured.tags',
  newTitleId: 'insured.addByTags',
  newSaveId: 'insured.add',
  newDone: ({ changed }) => ({ id: 'insured.added', values: { count: String(changed) } }),
  titleOf: () => '',
  sections: [{ fields: { tags: tagsField, allowsTwice }, Extra: InsuredCheck }],
})

/** Form that adds the selected animals to a policy. */
export const insureForm = describeForm(endpoints.insuredAnimals.insure, {
  noun: 'insured.add',
  newTitleId: 'insured.add',
  newSaveId: 'insured.add',
  newDone: ({ changed }) => ({ id: 'insured.added', values: { count: String(changed) } }),
  titleOf: () => '',
  sections: [
    {
      textId: 'insured.addText',
      fields: { policyId: reference('insured.policy', policyReference, { isWide: true }), allowsTwice },
      Extra: InsuredCheck,
    },
  ],
})

/** Form that removes the selected animals from a policy. */
export const uninsureForm = describeForm(endpoints.insuredAnimals.uninsure, {
  noun: 'insured.remove',
  newTitleId: 'insured.remove',
  newSaveId: 'insured.remove',
  newDone: ({ changed }) => ({ id: 'insured.removed', values: { count: String(changed) } }),
  titleOf: () => '',
  sections: [
    {
      textId: 'insured.removeText',
      fields: { policyId: reference('insured.policy', policyReference, { isWide: true }) },
    },
  ],
})
