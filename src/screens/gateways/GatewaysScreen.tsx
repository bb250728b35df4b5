import { RecordsPage } from '../../list/describeRecords.tsx'
import { blindPenList } from './blindPenList.tsx'
import { gateways } from './gateways.ts'

/** The gateways of the farms, how each of them is, and the pens that none of them hears. */
export function GatewaysScreen() {
  return <RecordsPage lists={gateways} others={[blindPenList]} />
}
