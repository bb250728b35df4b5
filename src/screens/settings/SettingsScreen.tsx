import { platformRules } from '../../entities/alert-rules/platformRules.tsx'
import { ListTabs } from '../../list/describeRecords.tsx'
import { baseMapList } from './baseMapList.ts'
import { lookupList } from './lookupLists.tsx'

const units = lookupList('UNIT')
const others = [lookupList('CATEGORY'), lookupList('ORIGIN'), lookupList('COLOUR'), platformRules, baseMapList]

/** The platform's settings for everybody: the lists that forms choose from, the defaults of alert rules, and the base map. */
export function SettingsScreen() {
  return <ListTabs first={units} others={others} />
}
