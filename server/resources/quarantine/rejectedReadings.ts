import { describeRecords } from '../../records/describe.ts'
import { containsDeviceId } from '../../records/page.ts'
import { sourceOfRejected, visibleRejected } from './visibleRejected.ts'

export const rejectedReadings = describeRecords('rejectedReadings', {
  noun: 'rejectedReading',
  table: 'rejected_readings',
  joins: sourceOfRejected,
  fields: {
    reason: 'reason',
    field: 'field',
    deviceId: (sql) => sql`nullif(r.device_id, '')`,
    source: (sql) => sql`s.name`,
    gateway: 'gateway',
    farmId: (sql) => sql`nullif(r.farm_id, 0)`,
    farmName: (sql) => sql`(select f.name from farms f where f.id = r.farm_id)`,
    count: 'count',
    firstAt: 'first_at',
    lastAt: 'last_at',
    sample: 'sample',
  },
  filters: { deviceId: (sql, part) => containsDeviceId(sql, 'r.device_id', part) },
  visible: visibleRejected,
  sort: { field: 'lastAt', order: 'desc' },
})
