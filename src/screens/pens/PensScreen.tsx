import { RecordsPage } from '../../list/describeRecords.tsx'
import { penLists } from './penLists.tsx'

/** Pens of the farms, called farm slots in the specification. */
export function PensScreen() {
  return <RecordsPage lists={penLists} />
}
