import { RecordsPage } from '../../list/describeRecords.tsx'
import { batteryList } from './batteryList.ts'
import { neckbands } from './neckbands.ts'

/** The neckbands of the herds and those in the drawer, what was last heard of each, and how long their batteries last. */
export function NeckbandsScreen() {
  return <RecordsPage lists={neckbands} others={[batteryList]} />
}
