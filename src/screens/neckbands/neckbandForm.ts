import { endpoints } from '#contract/calls/endpoints.ts'
import { animalReference } from '../../entities/animalReference.ts'
import { describeForm } from '../../form/describe.ts'
import { text } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { NeckbandFacts } from './NeckbandFacts.tsx'

export const neckbandForm = describeForm(endpoints.neckbands.addOrEdit, {
  noun: 'neckbands',
  newTitleId: 'neckband.new',
  titleOf: ({ deviceId }) => deviceId,
  load: endpoints.neckbands.detail,
  sections: [
    {
      titleId: 'neckband.identity',
      fields: {
        deviceId: text('neckband.deviceId', { hintId: 'neckband.deviceIdHint' }),
        model: text('neckband.model'),
        firmware: text('gateway.firmware', { hintId: 'neckband.firmwareHint' }),
      },
    },
    {
      titleId: 'neckband.pairing',
      // Changed only by pairing, which asks for a reason.
      shownWhen: ({ id }) => id != null,
      fields: {
        animalId: reference('neckband.animal', animalReference, {
          hintId: 'neckband.animalHint',
          lockedWhen: () => true,
        }),
      },
    },
  ],
  Facts: NeckbandFacts,
})
