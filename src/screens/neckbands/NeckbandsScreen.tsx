import { RecordsPage } from '../../list/describeRecords.tsx'
import { neckbands } from './neckbands.ts'

/** The neckbands of the herds and those in the drawer, and what was last heard of each. */
export function NeckbandsScreen() {
  return <RecordsPage lists={neckbands} />
}
