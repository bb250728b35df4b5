import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { Tabs } from '../../controls/Tabs.tsx'
import type { AddressBar } from '../../list/address/useAddress.ts'
import { FilterBar } from '../../list/filters/FilterBar.tsx'
import { ViewsMenu } from '../../list/tools/ViewsMenu.tsx'
import { useSearchKey } from '../../list/useSearchKey.ts'
import { useAccount } from '../../store/account.ts'
import { useAlerts } from '../../store/alerts.ts'
import { alertList } from '../../entities/alerts/alertList.ts'
import { type AlertTab, alertTabs, tabTable } from './alertTabs.ts'

interface Props {
  tab: AlertTab
  bar: AddressBar
  /** Filters that stand there though they are not set. */
  offered: number
}

/** Which alerts are shown: tabs with their counts, filters, and one's own views. All of it is in the address. */
export function AlertBar({ tab, bar, offered }: Props) {
  const intl = useIntl()
  const [params, setParams] = useSearchParams()
  const open = useAlerts((state) => state.open)
  const me = useAccount()?.id ?? null
  const search = useSearchKey()

  function goTo(next: AlertTab) {
    const changed = new URLSearchParams(params)
    for (const name of ['page', 'open']) changed.delete(name)
    if (next === alertTabs[0]) changed.delete('tab')
    else changed.set('tab', next)
    setParams(changed)
  }

  const view = new URLSearchParams(bar.view)
  if (tab !== alertTabs[0]) view.set('tab', tab)
  return (
    <div className="alert-bar">
      <Tabs
        label={intl.formatMessage({ id: 'alertScreen.which' })}
        active={tab}
        onChange={goTo}
        tabs={alertTabs.map((key) => {
          const { titleId, isOf } = tabTable[key]
          const count = isOf === null ? 0 : open.filter((alert) => isOf(alert, me)).length
          return {
            key,
            title: (
              <>
                {intl.formatMessage({ id: titleId })} {count > 0 && <b>{intl.formatNumber(count)}</b>}
              </>
            ),
          }
        })}
      />
      <FilterBar list={alertList} bar={bar} search={search} offered={offered}>
        <ViewsMenu noun={alertList.noun} query={String(view)} columns={[]} onApply={({ query }) => setParams(new URLSearchParams(query))} />
      </FilterBar>
    </div>
  )
}
