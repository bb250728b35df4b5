import { useEffect } from 'react'
import { ListPage } from '../../list/ListPage.tsx'
import { revalidate } from '../../list/rows/revalidate.ts'
import { useTicketsToDecide } from '../../store/ticketsToDecide.ts'
import { ticketList } from './ticketList.tsx'

/** Requests that wait for somebody's decision, and what became of the others. */
export function ApprovalsScreen() {
  // A request that comes in, or that somebody else decides, changes what is counted beside the menu: the rows follow.
  useEffect(() => useTicketsToDecide.subscribe(() => revalidate(ticketList.noun)), [])
  return <ListPage list={ticketList} />
}
