import { RecordsPage } from '../../list/describeRecords.tsx'
import { cameras } from './cameras.ts'

/** Cameras of all farms with their states. */
export function CamerasScreen() {
  return <RecordsPage lists={cameras} />
}
