import { RecordsPage } from '../../list/describeRecords.tsx'
import { blindPenList } from './blindPenList.tsx'
import { gateways } from './gateways.ts'

/** Gateways of the farms with their states, and pens out of their range. */
export function GatewaysScreen() {
  return <RecordsPage lists={gateways} others={[blindPenList]} />
}
