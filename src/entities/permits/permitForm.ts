import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../../api/references.ts'
import { describeForm } from '../../form/describe.ts'
import { instant, text, textarea } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { tagsField } from '../policies/tagsField.tsx'

/** The farms whose animals a permit may be asked for, by name. */
const permitFarmReference = describeReference({ list: endpoints.permitFarms.list, search: 'name', nameOf: ({ name }) => name })

/** Animals that are to leave their farm for a time: those of a list, or by their ear tags. */
export const permitForm = describeForm(endpoints.movementPermits.request, {
  noun: 'movementPermits',
  newTitleId: 'permit.ask',
  newSaveId: 'approval.send',
  newDone: () => ({ id: 'approval.sent', values: {} }),
  titleOf: () => '',
  sections: [
    {
      textId: 'permit.text',
      fields: {
        farmId: reference('permit.farm', permitFarmReference, { wide: true, lockedWhen: ({ ids, farmId }) => ids != null && farmId != null }),
        tags: { ...tagsField, shownWhen: ({ ids }) => ids == null, isNeeded: true },
        startsAt: instant('permit.startsAt'),
        endsAt: instant('permit.endsAt'),
        purpose: textarea('permit.purpose', { rows: 2 }),
        certificateNo: text('permit.certificateNo'),
      },
    },
  ],
})
