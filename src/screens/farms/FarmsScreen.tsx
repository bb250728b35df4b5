import { farmRules, projectRules } from '../../entities/alert-rules/narrowRules.tsx'
import { RecordsPage } from '../../list/describeRecords.tsx'
import { farmLists } from './farmLists.tsx'
import { farmsOnMap } from './FarmsOnMap.tsx'

/** The farms whose herds a supervisor watches, as a list and on a map, and the alert rules of single farms. */
export function FarmsScreen() {
  return <RecordsPage lists={farmLists} others={[farmRules, projectRules]} views={[farmsOnMap]} />
}
