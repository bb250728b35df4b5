import { ListPage } from '../../list/ListPage.tsx'
import { securityEventList } from './securityEventList.tsx'

/** The people who signed in, were refused or slowed down, or took a file, and the sessions that ended. */
export function SecurityLogScreen() {
  return <ListPage list={securityEventList} />
}
