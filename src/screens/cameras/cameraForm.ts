import { endpoints } from '#contract/calls/endpoints.ts'
import { streamKinds } from '#contract/projects/cameras.ts'
import { CameraPlace } from '../../entities/cameras/CameraPlace.tsx'
import { cameraFarmReference, cameraPenReference } from '../../entities/cameras/cameraPlaces.ts'
import { penField } from '../../entities/penField.tsx'
import { describeForm } from '../../form/describe.ts'
import { number, select, text } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { CameraFacts } from './CameraFacts.tsx'

export const cameraForm = describeForm(endpoints.cameras.addOrEdit, {
  noun: 'cameras',
  newTitleId: 'camera.new',
  titleOf: ({ name }) => name,
  load: endpoints.cameras.detail,
  sections: [
    {
      fields: {
        name: text('gateway.name', { isWide: true }),
        farmId: reference('gateway.farm', cameraFarmReference, { changesWith: () => ({ farmSlotId: null }) }),
        farmSlotId: penField('gateway.pen', { list: endpoints.cameraPens.list, reference: cameraPenReference }),
        longitude: number('gateway.longitude', { unitId: 'unit.degrees', places: 6, hintId: 'camera.placeHint' }),
        latitude: number('gateway.latitude', { unitId: 'unit.degrees', places: 6 }),
      },
      Extra: CameraPlace,
    },
    {
      titleId: 'camera.addresses',
      textId: 'camera.addressesText',
      fields: {
        streamKind: select('camera.streamKind', streamKinds, {
          wordOf: (kind) => `streamKind.${kind}`,
          changesWith: (kind) => (kind === null ? { streamAddress: null } : {}),
        }),
        streamAddress: text('camera.streamAddress', {
          isWide: true,
          inputMode: 'url',
          isMandatory: true,
          shownWhen: ({ streamKind }) => streamKind != null,
        }),
        snapshotAddress: text('camera.snapshotAddress', {
          isWide: true,
          inputMode: 'url',
          hintId: 'camera.snapshotHint',
        }),
      },
    },
  ],
  Facts: CameraFacts,
})
