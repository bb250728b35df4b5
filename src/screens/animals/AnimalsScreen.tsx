import { ListPage } from '../../list/ListPage.tsx'
import { animalLists } from './animalLists.ts'

/** Animals of the herds, in the ledger or departed. */
export function AnimalsScreen() {
  return <ListPage list={animalLists.records} />
}
