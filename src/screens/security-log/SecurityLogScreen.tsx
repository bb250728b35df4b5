import { ListPage } from '../../list/ListPage.tsx'
import { securityEventList } from './securityEventList.tsx'

/** Security log: sign-ins, refusals, rate limits, downloads, and ended sessions. */
export function SecurityLogScreen() {
  return <ListPage list={securityEventList} />
}
