import { endpoints } from '#contract/calls/endpoints.ts'
import type { GatewayState } from '#contract/herd/gateways.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { penReference } from '../../entities/penReference.ts'
import type { Tone } from '../../list/describe.ts'
import { describeRecords } from '../../list/describeRecords.tsx'
import { useGateways } from '../../store/gateways.ts'

const form = { newTitleId: 'gateway.new', load: async () => (await import('./gatewayForm.ts')).gatewayForm } as const

const tones: Record<GatewayState, Tone> = { ONLINE: 'live', OFFLINE: 'major', NEVER_SEEN: 'unverified' }
/** How many neckbands each hears is counted with the call. */
const everyMs = 15_000

/** What the live connection tells of gateways, by id. */
function useLive(ids: readonly number[]) {
  const byId = useGateways((state) => state.byId)
  return new Map(
    ids.flatMap((id) => {
      const live = byId.get(id)
      return live ? [[id, { state: live.state, lastSeenAt: live.lastSeenAt === null ? null : new Date(live.lastSeenAt).toISOString() }] as const] : []
    }),
  )
}

export const gateways = describeRecords(endpoints.gateways, form, {
  noun: 'gateways',
  titleId: 'gateway.title',
  countId: 'gateway.count',
  emptyId: 'gateway.empty',
  next: [
    { titleId: 'firstSteps.do.farms', call: endpoints.farms.addOrEdit, to: '/dashboard/animal-monitor/farm/list' },
    { titleId: 'unknownDevice.title', call: endpoints.unknownDevices.adoptGateway, to: '/dashboard/animal-monitor/device/unknown' },
  ],
  nameOf: ({ name, mac }) => name ?? mac,
  sort: { field: 'name', order: 'asc' },
  everyMs,
  useLive,
  columns: [
    { field: 'name', titleId: 'gateway.name', width: 140 },
    { field: 'mac', titleId: 'gateway.mac', width: 140 },
    { field: 'state', titleId: 'gateway.state', width: 110, words: (state) => `gatewayState.${state}`, tone: (state) => tones[state], isLive: true },
    { field: 'lastSeenAt', titleId: 'gateway.lastSeenAt', width: 150 },
    { field: 'bandsPerMinute', titleId: 'gateway.bandsPerMinute', width: 110, isLive: true },
    { field: 'farmId', titleId: 'gateway.farm', width: 160, of: farmReference, yields: 3 },
    { field: 'farmSlotId', titleId: 'gateway.pen', width: 120, of: penReference, yields: 2 },
    { field: 'firmware', titleId: 'gateway.firmware', width: 110, yields: 1 },
    { field: 'longitude', titleId: 'gateway.longitude', width: 110, hidden: true },
    { field: 'latitude', titleId: 'gateway.latitude', width: 110, hidden: true },
  ],
  filters: [
    { field: 'mac', titleId: 'gateway.search' },
    { field: 'state', titleId: 'gateway.state', words: (state) => `gatewayState.${state}` },
    { field: 'farmId', titleId: 'gateway.farm', of: farmReference },
    { field: 'farmSlotId', titleId: 'gateway.pen', of: penReference },
    { field: 'name', titleId: 'gateway.name' },
  ],
})
