import { ListPage } from '../../list/ListPage.tsx'
import { ticketList } from './ticketList.tsx'

/** Requests that wait for a decision, and decided ones. */
export function ApprovalsScreen() {
  return <ListPage list={ticketList} />
}
