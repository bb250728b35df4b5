import { RecordsPage } from '../../list/describeRecords.tsx'
import { batteryList } from './batteryList.ts'
import { neckbands } from './neckbands.ts'

/** Neckbands, worn or in stock, with last readings and battery forecasts. */
export function NeckbandsScreen() {
  return <RecordsPage lists={neckbands} others={[batteryList]} />
}
