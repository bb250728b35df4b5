import { RecordsPage } from '../../list/describeRecords.tsx'
import { claimList } from './claimList.ts'
import { uninsuredList, unpledgedList } from './gapLists.ts'
import { insurancePolicies } from './insurancePolicies.ts'

const others = [claimList, uninsuredList, unpledgedList]

/** What insures the herds of the farms, what was claimed, and where pledge and insurance differ. */
export function InsuranceScreen() {
  return <RecordsPage lists={insurancePolicies} others={others} />
}
