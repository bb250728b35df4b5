import { RecordsPage } from '../../list/describeRecords.tsx'
import { articleLists } from './articleLists.tsx'

/** The articles that the public site publishes. */
export function ArticlesScreen() {
  return <RecordsPage lists={articleLists} />
}
