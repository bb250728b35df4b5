import { ListPage } from '../../list/ListPage.tsx'
import { apiKeyList } from './apiKeyList.tsx'

/** API keys of the user's organisation, for its administrator. */
export function ApiKeysScreen() {
  return <ListPage list={apiKeyList} />
}
