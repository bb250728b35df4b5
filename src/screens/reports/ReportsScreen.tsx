import { ListPage } from '../../list/ListPage.tsx'
import { reportList } from './reportList.tsx'

/** The daily reports of the projects that a person sees, one for each day. */
export function ReportsScreen() {
  return <ListPage list={reportList} />
}
