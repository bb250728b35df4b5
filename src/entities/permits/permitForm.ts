import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../../api/references.ts'
import { describeForm } from '../../form/describe.ts'
import { instant, text, textarea } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { tagsField } from '../policies/tagsField.tsx'

/** Farms whose animals may get a permit, by name. */
const permitFarmReference = describeReference({
  list: endpoints.permitFarms.list,
  search: 'name',
  nameOf: ({ name }) => name,
})

/** Form that requests a movement permit for animals selected in a list or named by ear tag. */
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
        farmId: reference('permit.farm', permitFarmReference, {
          isWide: true,
          lockedWhen: ({ ids, farmId }) => ids != null && farmId != null,
        }),
        tags: { ...tagsField, shownWhen: ({ ids }) => ids == null, isMandatory: true },
        startsAt: instant('permit.startsAt'),
        endsAt: instant('permit.endsAt'),
        purpose: textarea('permit.purpose', { rows: 2 }),
        certificateNo: text('permit.certificateNo'),
      },
    },
  ],
})
