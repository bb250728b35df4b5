import { ListPage } from '../../list/ListPage.tsx'
import { animalLists } from './animalLists.ts'

/** What was removed of the animals: taken back for a reason, or deleted for good. */
export function AnimalBinScreen() {
  return <ListPage list={animalLists.bin} />
}
