import { platformRules } from '../../entities/alert-rules/platformRules.tsx'
import { ListTabs } from '../../list/describeRecords.tsx'
import { lookupList } from './lookupLists.tsx'

const units = lookupList('UNIT')
const others = [lookupList('CATEGORY'), lookupList('ORIGIN'), lookupList('COLOUR'), platformRules]

/** What the platform sets for everybody: the lists that forms choose from, and the defaults of alert rules. */
export function SettingsScreen() {
  return <ListTabs first={units} others={others} />
}
