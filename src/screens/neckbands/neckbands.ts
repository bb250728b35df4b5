import { endpoints } from '#contract/calls/endpoints.ts'
import type { NeckbandState } from '#contract/herd/neckbands.ts'
import { animalReference } from '../../entities/animalReference.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { firmwareCell } from '../../entities/devices/firmwareCell.tsx'
import { gatewayReference } from '../../entities/gatewayReference.ts'
import { printLabels } from '../../entities/labels/printLabels.tsx'
import { penReference } from '../../entities/penReference.ts'
import type { Tone } from '../../list/describe.ts'
import { describeRecords } from '../../list/describeRecords.tsx'
import { formDialog } from '../../list/withForm.tsx'

const form = {
  newTitleId: 'neckband.new',
  canImport: true,
  load: async () => (await import('./neckbandForm.ts')).neckbandForm,
} as const

const tones: Record<NeckbandState, Tone> = { HEARD: 'live', SILENT: 'major', NEVER_SEEN: 'unverified' }
/** Reload interval, ms, as readings change neckbands without a save. */
const reloadIntervalMs = 15_000

export const neckbands = describeRecords(
  endpoints.neckbands,
  form,
)({
  noun: 'neckbands',
  titleId: 'neckband.title',
  countId: 'neckband.count',
  emptyId: 'neckband.empty',
  next: [
    {
      titleId: 'unknownDevice.title',
      call: endpoints.unknownDevices.adoptNeckband,
      to: '/dashboard/animal-monitor/device/unknown',
    },
  ],
  nameOf: ({ deviceId }) => deviceId,
  sort: { field: 'deviceId', order: 'asc' },
  intervalMs: reloadIntervalMs,
  columns: {
    deviceId: { titleId: 'neckband.deviceId', width: 150 },
    state: {
      titleId: 'neckband.state',
      width: 110,
      words: (state) => `neckbandState.${state}`,
      tone: (state) => tones[state],
      isLive: true,
    },
    lastSeenAt: { titleId: 'neckband.lastSeenAt', width: 150 },
    battery: { titleId: 'neckband.battery', width: 90, unit: '%' },
    rssi: { titleId: 'neckband.rssi', width: 100, unit: 'dBm', hideOrder: 4 },
    animalId: { titleId: 'neckband.animal', width: 110, of: animalReference },
    farmId: { titleId: 'neckband.farm', width: 150, of: farmReference, hideOrder: 5 },
    farmSlotId: { titleId: 'neckband.pen', width: 110, of: penReference, hideOrder: 3 },
    gatewayId: { titleId: 'neckband.gateway', width: 140, of: gatewayReference, hideOrder: 2 },
    model: { titleId: 'neckband.model', width: 100, hideOrder: 1 },
    firmware: { titleId: 'gateway.firmware', width: 110, hidden: true, ...firmwareCell },
    hardware: { titleId: 'neckband.hardware', width: 110, hidden: true },
    pairedAgain: {
      titleId: 'neckband.pairedAgain',
      width: 130,
      hideOrder: 0,
      words: (again) => (again === 'true' ? 'list.yes' : 'list.no'),
      tone: (again) => (again ? 'minor' : 'neutral'),
    },
    longitude: { titleId: 'gateway.longitude', width: 110, hidden: true },
    latitude: { titleId: 'gateway.latitude', width: 110, hidden: true },
    fixAt: { titleId: 'neckband.fixAt', width: 150, hidden: true },
  },
  filters: [
    { field: 'deviceId', titleId: 'neckband.search' },
    { field: 'state', titleId: 'neckband.state', words: (state) => `neckbandState.${state}` },
    { field: 'farmId', titleId: 'neckband.farm', of: farmReference },
    { field: 'farmSlotId', titleId: 'neckband.pen', of: penReference },
    {
      field: 'lowBattery',
      titleId: 'neckband.lowBattery',
      words: (isLow) => (isLow === 'true' ? 'list.yes' : 'list.no'),
    },
    { field: 'isWorn', titleId: 'neckband.isWorn', words: (isWorn) => (isWorn === 'true' ? 'list.yes' : 'list.no') },
    {
      field: 'pairedAgain',
      titleId: 'neckband.pairedAgain',
      words: (again) => (again === 'true' ? 'list.yes' : 'list.no'),
    },
    { field: 'animalId', titleId: 'neckband.animal', of: animalReference },
    { field: 'model', titleId: 'neckband.model' },
    { field: 'firmware', titleId: 'gateway.firmware' },
  ],
  actions: [
    printLabels(({ deviceId, model }) => ({ id: deviceId, line: model })),
    {
      key: 'unpair',
      titleId: 'neckband.unpair',
      danger: true,
      appliesTo: ({ animalId }) => animalId !== null,
      Dialog: formDialog(async () => (await import('./unpairForm.tsx')).unpairForm),
    },
  ],
})
