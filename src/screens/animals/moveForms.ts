import { endpoints } from '#contract/calls/endpoints.ts'
import { animalStatuses, type AnimalStatus } from '#contract/herd/animals/animalStatuses.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { groupReference } from '../../entities/animals/groupReference.ts'
import { penField } from '../../entities/penField.tsx'
import { describeForm } from '../../form/describe.ts'
import { date, pdf, select, textarea } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'

/** Form that moves the selected animals to a farm and pen. */
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
        farmId: reference('animal.farm', farmReference, { isWide: true, changesWith: () => ({ farmSlotId: null }) }),
        farmSlotId: penField('animal.pen'),
        reason: textarea('animal.reason', { rows: 2 }),
      },
    },
  ],
})

const grouping = {
  groupId: reference('animal.group', groupReference, { isWide: true }),
  reason: textarea('animal.reason', { rows: 2 }),
}

/** Form that adds the selected animals to a group. */
export const joinForm = describeForm(endpoints.animals.setGroup, {
  noun: 'animals.join',
  newTitleId: 'animal.join',
  newSaveId: 'animal.join',
  newDone: ({ changed }) => ({ id: 'animal.grouped', values: { count: String(changed) } }),
  titleOf: () => '',
  initialValues: { isMember: true },
  sections: [{ fields: grouping }],
})

/** Form that removes the selected animals from a group. */
export const partForm = describeForm(endpoints.animals.setGroup, {
  noun: 'animals.part',
  newTitleId: 'animal.part',
  newSaveId: 'animal.part',
  newDone: ({ changed }) => ({ id: 'animal.grouped', values: { count: String(changed) } }),
  titleOf: () => '',
  initialValues: { isMember: false },
  sections: [{ fields: grouping }],
})

const leavings: readonly AnimalStatus[] = animalStatuses.filter((status) => status !== 'IN_HERD')

/** Form that records how the selected animals left the herd. */
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
