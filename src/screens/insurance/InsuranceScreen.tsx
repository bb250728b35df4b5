import { RecordsPage } from '../../list/describeRecords.tsx'
import { insurancePolicies } from './insurancePolicies.ts'

/** What insures the herds of the farms. */
export function InsuranceScreen() {
  return <RecordsPage lists={insurancePolicies} />
}
