import { RecordsPage } from '../../list/describeRecords.tsx'
import { articleLists } from './articleLists.tsx'

/** What the public site publishes as articles. */
export function ArticlesScreen() {
  return <RecordsPage lists={articleLists} />
}
