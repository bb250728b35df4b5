import { ListPage } from '../../list/ListPage.tsx'
import { userList } from '../../entities/userLists.tsx'

/** Everybody who can sign in, for the platform's administrator. */
export function UsersScreen() {
  return <ListPage list={userList} />
}
