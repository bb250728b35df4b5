import { RecordsPage } from '../../../list/describeRecords.tsx'
import { alertChannels } from './alertChannels.ts'

/** Channels that receive the organisation's alerts in addition to its people. */
export function AlertChannelsScreen() {
  return <RecordsPage lists={alertChannels} />
}
