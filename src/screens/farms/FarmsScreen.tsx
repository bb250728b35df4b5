import { farmRules, projectRules } from '../../entities/alert-rules/narrowRules.tsx'
import { RecordsPage } from '../../list/describeRecords.tsx'
import { farmLists } from './farmLists.tsx'
import { farmsOnMap } from './FarmsOnMap.tsx'

/** Farms that a supervisor monitors, as list and map, and the alert rules of single farms and projects. */
export function FarmsScreen() {
  return <RecordsPage lists={farmLists} others={[farmRules, projectRules]} views={[farmsOnMap]} />
}
