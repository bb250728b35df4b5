import { ListPage } from '../../list/ListPage.tsx'
import { securityEventList } from './securityEventList.tsx'

/** Who signed in, was refused or slowed down, took a file, and which session ended. */
export function SecurityLogScreen() {
  return <ListPage list={securityEventList} />
}
