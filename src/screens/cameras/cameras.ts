import { endpoints } from '#contract/calls/endpoints.ts'
import type { CameraState } from '#contract/projects/cameras.ts'
import { cameraFarmReference, cameraPenReference } from '../../entities/cameras/cameraPlaces.ts'
import type { Tone } from '../../list/describe.ts'
import { describeRecords } from '../../list/describeRecords.tsx'

const form = {
  newTitleId: 'camera.new',
  prefill: ['farmId'],
  load: async () => (await import('./cameraForm.ts')).cameraForm,
} as const
const tones: Record<CameraState, Tone> = { LIVE: 'live', NO_SIGNAL: 'major', NEVER_SEEN: 'unverified' }

export const cameras = describeRecords(
  endpoints.cameras,
  form,
)({
  noun: 'cameras',
  titleId: 'camera.title',
  countId: 'camera.count',
  emptyId: 'camera.empty',
  nameOf: ({ name }) => name,
  sort: { field: 'name', order: 'asc' },
  columns: {
    name: { titleId: 'gateway.name', width: 170 },
    farmId: { titleId: 'gateway.farm', width: 170, of: cameraFarmReference },
    farmSlotId: { titleId: 'gateway.pen', width: 120, of: cameraPenReference, hideOrder: 3 },
    state: {
      titleId: 'gateway.state',
      width: 120,
      words: (state) => `cameraState.${state}`,
      tone: (state) => tones[state],
      isLive: true,
    },
    stateSince: { titleId: 'camera.since', width: 160 },
    fault: {
      titleId: 'camera.fault',
      width: 170,
      words: (fault) => `cameraFault.${fault}`,
      isLive: true,
      hideOrder: 2,
    },
    streamKind: {
      titleId: 'camera.streamKind',
      width: 110,
      words: (kind) => `streamKind.${kind}`,
      hideOrder: 1,
    },
    longitude: { titleId: 'gateway.longitude', width: 110, hidden: true },
    latitude: { titleId: 'gateway.latitude', width: 110, hidden: true },
  },
  filters: [
    { field: 'name', titleId: 'gateway.name' },
    { field: 'farmId', titleId: 'gateway.farm', of: cameraFarmReference },
    { field: 'farmSlotId', titleId: 'gateway.pen', of: cameraPenReference },
    { field: 'state', titleId: 'gateway.state', words: (state) => `cameraState.${state}` },
  ],
})
