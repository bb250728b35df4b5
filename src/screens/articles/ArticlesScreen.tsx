import { RecordsPage } from '../../list/describeRecords.tsx'
import { articleLists } from './articleLists.tsx'

/** Articles of the public site. */
export function ArticlesScreen() {
  return <RecordsPage lists={articleLists} />
}
