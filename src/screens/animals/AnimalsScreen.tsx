import { ListPage } from '../../list/ListPage.tsx'
import type { ToolbarProps } from '../../list/describe.ts'
import { animalLists } from './animalLists.ts'
import { ScanAnimal } from './ScanAnimal.tsx'

const { records } = animalLists
const list = { ...records, Toolbar: AnimalToolbar }

/** Animals of the herds, in the ledger or departed. */
export function AnimalsScreen() {
  return <ListPage list={list} />
}

function AnimalToolbar(props: ToolbarProps) {
  const { Toolbar } = records
  return (
    <>
      <ScanAnimal />
      {Toolbar && <Toolbar {...props} />}
    </>
  )
}
