import { ListPage } from '../../list/ListPage.tsx'
import { organisationList } from './organisationList.tsx'

/** All organisations, for the platform's administrator. */
export function OrganisationsScreen() {
  return <ListPage list={organisationList} />
}
