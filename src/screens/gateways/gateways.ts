import { endpoints } from '#contract/calls/endpoints.ts'
import type { GatewayState } from '#contract/herd/gateways.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { printLabels } from '../../entities/labels/printLabels.tsx'
import { firmwareCell } from '../../entities/devices/firmwareCell.tsx'
import { penReference } from '../../entities/penReference.ts'
import type { Tone } from '../../list/describe.ts'
import { describeRecords } from '../../list/describeRecords.tsx'

const form = {
  newTitleId: 'gateway.new',
  prefill: ['farmId', 'farmSlotId'],
  canImport: true,
  load: async () => (await import('./gatewayForm.ts')).gatewayForm,
} as const

const tones: Record<GatewayState, Tone> = { ONLINE: 'live', OFFLINE: 'major', NEVER_SEEN: 'unverified' }
/** Reload interval, ms, as readings change gateways without a save. */
const reloadIntervalMs = 15_000

export const gateways = describeRecords(
  endpoints.gateways,
  form,
)({
  noun: 'gateways',
  titleId: 'gateway.title',
  countId: 'gateway.count',
  emptyId: 'gateway.empty',
  next: [
    { titleId: 'firstSteps.do.farms', call: endpoints.farms.addOrEdit, to: '/dashboard/animal-monitor/farm/list' },
    {
      titleId: 'unknownDevice.title',
      call: endpoints.unknownDevices.adoptGateway,
      to: '/dashboard/animal-monitor/device/unknown',
    },
  ],
  nameOf: ({ name, mac }) => name ?? mac,
  sort: { field: 'name', order: 'asc' },
  intervalMs: reloadIntervalMs,
  columns: {
    name: { titleId: 'gateway.name', width: 140 },
    mac: { titleId: 'gateway.mac', width: 140 },
    state: {
      titleId: 'gateway.state',
      width: 110,
      words: (state) => `gatewayState.${state}`,
      tone: (state) => tones[state],
      isLive: true,
    },
    lastSeenAt: { titleId: 'gateway.lastSeenAt', width: 150 },
    bandsPerMinute: { titleId: 'gateway.bandsPerMinute', width: 110, isLive: true, hideOrder: 4 },
    farmId: { titleId: 'gateway.farm', width: 160, of: farmReference, hideOrder: 3 },
    farmSlotId: { titleId: 'gateway.pen', width: 120, of: penReference, hideOrder: 2 },
    firmware: { titleId: 'gateway.firmware', width: 110, hideOrder: 1, ...firmwareCell },
    longitude: { titleId: 'gateway.longitude', width: 110, hidden: true },
    latitude: { titleId: 'gateway.latitude', width: 110, hidden: true },
  },
  filters: [
    { field: 'mac', titleId: 'gateway.search' },
    { field: 'state', titleId: 'gateway.state', words: (state) => `gatewayState.${state}` },
    { field: 'farmId', titleId: 'gateway.farm', of: farmReference },
    { field: 'farmSlotId', titleId: 'gateway.pen', of: penReference },
    { field: 'name', titleId: 'gateway.name' },
    { field: 'firmware', titleId: 'gateway.firmware' },
    {
      field: 'firmwareDiffers',
      titleId: 'firmware.differs',
      words: (differs) => (differs === 'true' ? 'list.yes' : 'list.no'),
    },
  ],
  actions: [printLabels(({ mac, name }) => ({ id: mac, line: name }))],
})
