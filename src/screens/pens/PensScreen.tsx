import { RecordsPage } from '../../list/describeRecords.tsx'
import { penLists } from './penLists.tsx'

/** The pens of the farms: the specification's farm slots. */
export function PensScreen() {
  return <RecordsPage lists={penLists} />
}
