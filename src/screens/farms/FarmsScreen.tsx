import { RecordsPage } from '../../list/describeRecords.tsx'
import { farmLists } from './farmLists.tsx'

/** The farms whose herds a supervisor watches. */
export function FarmsScreen() {
  return <RecordsPage lists={farmLists} />
}
