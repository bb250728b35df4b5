import { RecordsPage } from '../../../list/describeRecords.tsx'
import { animalGroups } from './animalGroups.ts'

/** Groups of animals. */
export function AnimalGroupsScreen() {
  return <RecordsPage lists={animalGroups} />
}
