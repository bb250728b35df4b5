import { ListPage } from '../../list/ListPage.tsx'
import { rejectedReadingList } from './rejectedReadingList.tsx'

/** What was not stored as it was sent, by reason, with the messages behind it. */
export function RejectedReadingsScreen() {
  return <ListPage list={rejectedReadingList} />
}
