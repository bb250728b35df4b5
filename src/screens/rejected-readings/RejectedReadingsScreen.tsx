import { ListPage } from '../../list/ListPage.tsx'
import { rejectedReadingList } from './rejectedReadingList.tsx'

/** Rejected readings by reason, with their messages. */
export function RejectedReadingsScreen() {
  return <ListPage list={rejectedReadingList} />
}
