import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../form/describe.ts'
import { text } from '../../form/fields.tsx'

/** A neckband and an animal by what is printed on them: typed, or sent by a scanner as a keyboard would. */
export const pairForm = describeForm(endpoints.neckbands.pair, {
  noun: 'pairing',
  newTitleId: 'pairing.title',
  newSaveId: 'pairing.pair',
  titleOf: () => '',
  sections: [
    {
      textId: 'pairing.text',
      fields: {
        deviceId: text('neckband.deviceId', { wide: true }),
        earTag: text('pairing.earTag', { wide: true }),
        reason: text('neckband.reason', { wide: true }),
      },
    },
  ],
})
