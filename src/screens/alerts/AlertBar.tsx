import { useSearchParams } from 'react-router-dom'
import type { AddressBar } from '../../list/address/useAddress.ts'
import { FilterBar } from '../../list/filters/FilterBar.tsx'
import { ViewsMenu } from '../../list/tools/ViewsMenu.tsx'
import { useSearchKey } from '../../list/useSearchKey.ts'
import { alertList } from '../../entities/alerts/alertList.ts'
import { AlertTabs } from './tabs/AlertTabs.tsx'
import { type AlertTab, alertTabs } from './tabs/alertTabs.ts'

interface Props {
  tab: AlertTab
  bar: AddressBar
  /** Number of unset filters shown as chips. */
  offered: number
}

/** Choice of alerts: tabs with counts, filters, and saved views, all stored in the URL. */
export function AlertBar({ tab, bar, offered }: Props) {
  const [, setParams] = useSearchParams()
  const search = useSearchKey()
  const view = new URLSearchParams(bar.view)
  if (tab !== alertTabs[0]) view.set('tab', tab)
  return (
    <div className="alert-bar">
      <AlertTabs active={tab} />
      <FilterBar list={alertList} bar={bar} search={search} offered={offered}>
        <ViewsMenu
          noun={alertList.noun}
          query={String(view)}
          columns={[]}
          onApply={({ query }) => setParams(new URLSearchParams(query))}
        />
      </FilterBar>
    </div>
  )
}
