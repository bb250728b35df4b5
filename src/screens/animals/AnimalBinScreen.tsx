import { useIntl } from 'react-intl'
import { animalDaysInBin } from '#contract/herd/animals.ts'
import { ListPage } from '../../list/ListPage.tsx'
import { animalLists } from './animalLists.ts'

/** Removed animals: restored with a reason, or deleted permanently. */
export function AnimalBinScreen() {
  const intl = useIntl()
  return (
    <ListPage
      list={animalLists.bin}
      above={<p className="list-text">{intl.formatMessage({ id: 'animal.binText' }, { days: animalDaysInBin })}</p>}
    />
  )
}
