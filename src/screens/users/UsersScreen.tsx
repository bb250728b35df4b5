import { ListPage } from '../../list/ListPage.tsx'
import { userList } from '../../entities/userLists.tsx'

/** All users, for the platform's administrator. */
export function UsersScreen() {
  return <ListPage list={userList} />
}
