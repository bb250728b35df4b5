import { RecordsPage } from '../../../list/describeRecords.tsx'
import { alertChannels } from './alertChannels.ts'

/** Where the organisation's alerts go besides its people. */
export function AlertChannelsScreen() {
  return <RecordsPage lists={alertChannels} />
}
