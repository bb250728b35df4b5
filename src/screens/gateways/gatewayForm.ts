import { endpoints } from '#contract/calls/endpoints.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { penField } from '../../entities/penField.tsx'
import { GatewayPlace } from '../../entities/place/GatewayPlace.tsx'
import { describeForm } from '../../form/describe.ts'
import { number, text } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { GatewayFacts } from './GatewayFacts.tsx'

export const gatewayForm = describeForm(endpoints.gateways.addOrEdit, {
  noun: 'gateways',
  newTitleId: 'gateway.new',
  titleOf: ({ name, mac }) => name ?? mac,
  load: endpoints.gateways.detail,
  sections: [
    {
      titleId: 'gateway.identity',
      fields: {
        mac: text('gateway.mac', { hintId: 'gateway.macHint' }),
        name: text('gateway.name'),
        firmware: text('gateway.firmware'),
      },
    },
    {
      titleId: 'gateway.place',
      fields: {
        farmId: reference('gateway.farm', farmReference, { changesWith: () => ({ farmSlotId: null }) }),
        farmSlotId: penField('gateway.pen'),
        longitude: number('gateway.longitude', { unitId: 'unit.degrees', places: 6 }),
        latitude: number('gateway.latitude', { unitId: 'unit.degrees', places: 6 }),
      },
      Extra: GatewayPlace,
    },
  ],
  Facts: GatewayFacts,
})
