import { RecordsPage } from '../../list/describeRecords.tsx'
import { cameras } from './cameras.ts'

/** The cameras of all farms, and how each of them is. */
export function CamerasScreen() {
  return <RecordsPage lists={cameras} />
}
