import { platformRules } from '../../entities/alert-rules/platformRules.tsx'
import { ListTabs } from '../../list/describeRecords.tsx'
import { baseMapList } from './baseMapList.ts'
import { lookupList } from './lookupLists.tsx'

const units = lookupList('UNIT')
const others = [lookupList('CATEGORY'), lookupList('ORIGIN'), lookupList('COLOUR'), platformRules, baseMapList]

/** Settings of the platform: lookups, default alert rules, and the base map. */
export function SettingsScreen() {
  return <ListTabs first={units} others={others} />
}
