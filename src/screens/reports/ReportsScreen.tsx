import { ListPage } from '../../list/ListPage.tsx'
import { reportList } from './reportList.tsx'

/** Daily reports of the projects that the user may see, one per day. */
export function ReportsScreen() {
  return <ListPage list={reportList} />
}
