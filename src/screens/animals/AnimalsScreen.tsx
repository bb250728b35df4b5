import { ListPage } from '../../list/ListPage.tsx'
import { animalLists } from './animalLists.ts'

/** The animals of the herds: those in the ledger and those that have left it. */
export function AnimalsScreen() {
  return <ListPage list={animalLists.kept} />
}
