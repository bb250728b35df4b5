import { ListPage } from '../../list/ListPage.tsx'
import { ticketList } from './ticketList.tsx'

/** Requests that wait for somebody's decision, and what became of the others. */
export function ApprovalsScreen() {
  return <ListPage list={ticketList} />
}
