import { endpoints } from '#contract/calls/endpoints.ts'
import { scannable } from '../../entities/scanning/scannable.tsx'
import { deviceIdIn, earTagIn } from '../../entities/scanning/scannedCodes.ts'
import { describeForm } from '../../form/describe.ts'
import { image, text } from '../../form/fields.tsx'

/** Form for a neckband and an animal by their printed ids: typed, scanned by camera, or sent by a hand-held scanner. */
export const pairForm = describeForm(endpoints.neckbands.pair, {
  noun: 'pairing',
  newTitleId: 'pairing.title',
  newSaveId: 'pairing.pair',
  titleOf: () => '',
  sections: [
    {
      textId: 'pairing.text',
      fields: {
        deviceId: scannable('neckband.deviceId', { scanId: 'scan.device', read: deviceIdIn }),
        earTag: scannable('pairing.earTag', { scanId: 'scan.tag', read: earTagIn }),
        photoId: image('pairing.photo'),
        reason: text('neckband.reason', { isWide: true }),
      },
    },
  ],
})
