import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { containsDeviceId } from '../../records/page.ts'
import { quarantineColumns, quarantined, visibleRejected } from './visibleRejected.ts'

export const rejectedReadings = describeRecords('rejectedReadings', {
  ...quarantined,
  noun: 'rejectedReading',
  fields: { deviceId: (sql) => sql`nullif(r.device_id, '')`, ...quarantineColumns },
  filters: { ...quarantined.filters, gateway: (sql, part) => containsDeviceId(sql, 'r.gateway', part) },
  visible: visibleRejected,
})

export const rejectedReadingHandlers = recordHandlers(rejectedReadings)
