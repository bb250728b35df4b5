import { endpoints } from '#contract/calls/endpoints.ts'
import { animalReference } from '../../entities/animalReference.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { penField } from '../../entities/penField.tsx'
import { GatewayPlace } from '../../entities/place/GatewayPlace.tsx'
import { describeForm } from '../../form/describe.ts'
import { number, text, textarea } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'

const shared = { newTitleId: 'unknownDevice.adopt', newSaveId: 'unknownDevice.adopt', titleOf: () => '' } as const

/** Form that adopts an unknown gateway on a farm; without a position it stands in the middle of its pen or farm. */
export const adoptGatewayForm = describeForm(endpoints.unknownDevices.adoptGateway, {
  ...shared,
  noun: 'adoptGateway',
  sections: [
    {
      fields: {
        farmId: reference('gateway.farm', farmReference, { changesWith: () => ({ farmSlotId: null }) }),
        farmSlotId: penField('gateway.pen'),
        name: text('gateway.name'),
        longitude: number('gateway.longitude', {
          unitId: 'unit.degrees',
          places: 6,
          hintId: 'unknownDevice.placeHint',
        }),
        latitude: number('gateway.latitude', { unitId: 'unit.degrees', places: 6 }),
        reason: textarea('unknownDevice.reason'),
      },
      Extra: GatewayPlace,
    },
  ],
})

/** Form that adopts an unknown neckband for the user's organisation, with the animal that wears it, if any. */
export const adoptNeckbandForm = describeForm(endpoints.unknownDevices.adoptNeckband, {
  ...shared,
  noun: 'adoptNeckband',
  sections: [
    {
      fields: {
        model: text('neckband.model'),
        animalId: reference('neckband.animal', animalReference),
        reason: textarea('unknownDevice.reason'),
      },
    },
  ],
})
