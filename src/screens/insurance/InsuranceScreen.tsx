import { RecordsPage } from '../../list/describeRecords.tsx'
import { insurancePolicies } from './insurancePolicies.tsx'

/** What insures the herds of the farms. */
export function InsuranceScreen() {
  return <RecordsPage lists={insurancePolicies} />
}
