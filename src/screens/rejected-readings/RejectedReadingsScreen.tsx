import { ListPage } from '../../list/ListPage.tsx'
import { rejectedReadingList } from './rejectedReadingList.tsx'

/** The readings that were not stored as they were sent, by reason, with the messages behind them. */
export function RejectedReadingsScreen() {
  return <ListPage list={rejectedReadingList} />
}
