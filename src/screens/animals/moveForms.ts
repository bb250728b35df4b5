import { endpoints } from '#contract/calls/endpoints.ts'
import { animalStatuses, type AnimalStatus } from '#contract/herd/animals/animalStatuses.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { penField } from '../../entities/penField.tsx'
import { describeForm } from '../../form/describe.ts'
import { date, pdf, select, textarea } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'

/** Where animals are taken to; which ones, the list says. */
export const transferForm = describeForm(endpoints.animals.transfer, {
  noun: 'animals.transfer',
  newTitleId: 'animal.transfer',
  newSaveId: 'animal.transfer',
  newDone: ({ changed }) => ({ id: 'animal.transferred', values: { count: String(changed) } }),
  titleOf: () => '',
  sections: [
    {
      textId: 'animal.transferText',
      fields: {
        farmId: reference('animal.farm', farmReference, { wide: true, changes: () => ({ farmSlotId: null }) }),
        farmSlotId: penField('animal.pen'),
        reason: textarea('animal.reason', { rows: 2 }),
      },
    },
  ],
})

const leavings: readonly AnimalStatus[] = animalStatuses.filter((status) => status !== 'IN_HERD')

/** How animals left the herd. */
export const leaveForm = describeForm(endpoints.animals.setStatus, {
  noun: 'animals.leave',
  newTitleId: 'animal.leave',
  newSaveId: 'animal.leave',
  newDone: ({ changed }) => ({ id: 'animal.left', values: { count: String(changed) } }),
  titleOf: () => '',
  sections: [
    {
      textId: 'animal.leaveText',
      fields: {
        status: select('animal.leaveAs', leavings, { wordOf: (status) => `animalStatus.${status}` }),
        leftOn: date('animal.leftOn'),
        reason: textarea('animal.reason', { rows: 2 }),
        documentId: pdf('animal.document'),
      },
    },
  ],
})
