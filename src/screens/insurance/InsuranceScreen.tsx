import { RecordsPage } from '../../list/describeRecords.tsx'
import { claimList } from './claimList.ts'
import { uninsuredList, unpledgedList } from './gapLists.ts'
import { insurancePolicies } from './insurancePolicies.ts'

const others = [claimList, uninsuredList, unpledgedList]

/** Policies for the herds, claims, and gaps between pledges and insurance. */
export function InsuranceScreen() {
  return <RecordsPage lists={insurancePolicies} others={others} />
}
