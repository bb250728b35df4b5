import { RecordsPage } from '../../list/describeRecords.tsx'
import { gateways } from './gateways.ts'

/** The gateways of the farms, and how each of them is. */
export function GatewaysScreen() {
  return <RecordsPage lists={gateways} />
}
