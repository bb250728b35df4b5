import { RecordsPage } from '../../../list/describeRecords.tsx'
import { animalGroups } from './animalGroups.ts'

/** Animals that are looked at together. */
export function AnimalGroupsScreen() {
  return <RecordsPage lists={animalGroups} />
}
