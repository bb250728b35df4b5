import { RecordsPage } from '../../list/describeRecords.tsx'
import { claimList } from './claimList.ts'
import { uninsuredList, unpledgedList } from './gapLists.ts'
import { insurancePolicies } from './insurancePolicies.ts'

const others = [claimList, uninsuredList, unpledgedList]

/** The policies that insure the herds of the farms, the claims, and the gaps between pledge and insurance. */
export function InsuranceScreen() {
  return <RecordsPage lists={insurancePolicies} others={others} />
}
