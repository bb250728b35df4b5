import './alerts.css'
import { useSearchParams } from 'react-router-dom'
import { ListPage } from '../../list/ListPage.tsx'
import { AlertsScreen } from './AlertsScreen.tsx'
import { AlertTabs, rulesTab } from './tabs/AlertTabs.tsx'
import { ruleList } from './rules/ruleList.tsx'

/** The alerts, and in a tab of theirs the rules that they are raised by. */
export function AlertsPage() {
  const [params] = useSearchParams()
  if (params.get('tab') !== rulesTab) return <AlertsScreen />
  return <ListPage list={ruleList} above={<div className="alert-bar"><AlertTabs active={rulesTab} /></div>} />
}
