import { Suspense } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { RejectedReading } from '#contract/herd/unknownDevices.ts'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { describeList, type DetailsProps } from '../../list/describe.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const Facts = lazyChunk(async () => (await import('../../entities/QuarantineFacts.tsx')).QuarantineFacts)

function Details({ id, row }: DetailsProps<RejectedReading>) {
  const { data } = useCall(endpoints.rejectedReadings.detail, { id }, { isEnabled: row === null })
  const record = row ?? data
  return <Suspense fallback={<SkeletonLines />}>{record && <Facts record={record} />}</Suspense>
}

export const rejectedReadingList = describeList(endpoints.rejectedReadings.list)({
  noun: 'rejectedReadings',
  titleId: 'rejectedReading.title',
  countId: 'rejectedReading.count',
  emptyId: 'rejectedReading.empty',
  nameOf: ({ deviceId, id }) => deviceId ?? String(id),
  sort: { field: 'lastAt', order: 'desc' },
  intervalMs: 15_000,
  columns: {
    lastAt: { titleId: 'quarantine.lastAt', width: 150 },
    reason: { titleId: 'rejectedReading.reason', width: 170, words: (reason) => `reason.${reason}` },
    deviceId: { titleId: 'quarantine.device', width: 150 },
    count: { titleId: 'quarantine.times', width: 90 },
    field: { titleId: 'rejectedReading.field', width: 110, hideOrder: 4 },
    gateway: { titleId: 'quarantine.gateway', width: 150, hideOrder: 5 },
    farmName: { titleId: 'quarantine.farm', width: 150, hideOrder: 3 },
    source: { titleId: 'quarantine.source', width: 110, hideOrder: 2 },
    firstAt: { titleId: 'quarantine.firstAt', width: 150, hideOrder: 1 },
  },
  filters: [
    { field: 'deviceId', titleId: 'quarantine.device' },
    { field: 'reason', titleId: 'rejectedReading.reason', words: (reason) => `reason.${reason}` },
    { field: 'gateway', titleId: 'quarantine.gateway' },
    { field: 'farmName', titleId: 'quarantine.farm' },
  ],
  Details,
})
