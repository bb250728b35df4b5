import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { Tabs } from '../../../controls/Tabs.tsx'
import { useAccount } from '../../../store/account.ts'
import { useAlerts } from '../../../store/alerts.ts'
import { type AlertTab, alertTabs, tabTable } from './alertTabs.ts'

/** Key of the tab with the rules, next to the tabs of alerts. */
export const rulesTab = 'rules'

/** Tabs of alerts with counts, and of the rules that raise them; `?tab=` is absent for the first. */
export function AlertTabs({ active }: { active: AlertTab | typeof rulesTab }) {
  const intl = useIntl()
  const [params, setParams] = useSearchParams()
  const open = useAlerts((state) => state.open)
  const me = useAccount()?.id ?? null

  function goTo(next: AlertTab | typeof rulesTab) {
    // Rules have other filters than alerts.
    const isOther = (next === rulesTab) !== (active === rulesTab)
    const changed = new URLSearchParams(isOther ? [] : params)
    for (const name of ['page', 'open']) changed.delete(name)
    if (next === alertTabs[0]) changed.delete('tab')
    else changed.set('tab', next)
    setParams(changed)
  }

  const ofAlerts = alertTabs.map((key) => {
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
  })
  return (
    <Tabs
      label={intl.formatMessage({ id: 'alertScreen.which' })}
      active={active}
      onChange={goTo}
      tabs={[...ofAlerts, { key: rulesTab, title: intl.formatMessage({ id: 'alertScreen.tab.rules' }) }]}
    />
  )
}
