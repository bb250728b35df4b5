import './alerts.css'
import { useSearchParams } from 'react-router-dom'
import { ListPage } from '../../list/ListPage.tsx'
import { AlertsScreen } from './AlertsScreen.tsx'
import { AlertTabs, rulesTab } from './tabs/AlertTabs.tsx'
import { ruleList } from './rules/ruleList.tsx'

/** Page of alerts, with a tab for the rules that raise them. */
export function AlertsPage() {
  const [params] = useSearchParams()
  if (params.get('tab') !== rulesTab) return <AlertsScreen />
  return (
    <ListPage
      list={ruleList}
      above={
        <div className="alert-bar">
          <AlertTabs active={rulesTab} />
        </div>
      }
    />
  )
}
