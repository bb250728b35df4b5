import { Suspense } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { UnknownDevice } from '#contract/herd/unknownDevices.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { describeList, type DetailsProps } from '../../list/describe.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const Loaded = lazyChunk(async () => (await import('./UnknownDeviceDetails.tsx')).UnknownDeviceDetails)

function Details(props: DetailsProps<UnknownDevice>) {
  return (
    <Suspense fallback={<SkeletonLines />}>
      <Loaded {...props} />
    </Suspense>
  )
}

export const unknownDeviceList = describeList(endpoints.unknownDevices.list)({
  noun: 'unknownDevices',
  titleId: 'unknownDevice.title',
  countId: 'unknownDevice.count',
  emptyId: 'unknownDevice.empty',
  nameOf: ({ deviceId }) => deviceId,
  sort: { field: 'lastAt', order: 'desc' },
  intervalMs: 15_000,
  columns: {
    deviceId: { titleId: 'quarantine.device', width: 150 },
    kind: { titleId: 'unknownDevice.kind', width: 100, words: (kind) => `deviceKind.${kind}` },
    lastAt: { titleId: 'quarantine.lastAt', width: 150 },
    count: { titleId: 'quarantine.times', width: 90 },
    gateway: { titleId: 'quarantine.gateway', width: 150 },
    farmName: { titleId: 'quarantine.farm', width: 150, hideOrder: 3 },
    source: { titleId: 'quarantine.source', width: 110, hideOrder: 2 },
    firstAt: { titleId: 'quarantine.firstAt', width: 150, hideOrder: 1 },
  },
  filters: [
    { field: 'deviceId', titleId: 'quarantine.device' },
    { field: 'kind', titleId: 'unknownDevice.kind', words: (kind) => `deviceKind.${kind}` },
    { field: 'farmName', titleId: 'quarantine.farm' },
  ],
  Details,
})
