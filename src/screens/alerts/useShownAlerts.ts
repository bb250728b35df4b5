import { useMemo, useState } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { CallError } from '../../api/CallError.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { useAccount } from '../../store/account.ts'
import { useAlerts } from '../../store/alerts.ts'
import { queryOf } from '../../list/address/address.ts'
import type { AddressBar } from '../../list/address/useAddress.ts'
import { alertList } from '../../entities/alerts/alertList.ts'
import {
  type AlertQuery,
  type AlertRow,
  matchesQuery,
  groupedRows,
  groupKeyOf,
  rowOf,
  shelvedRows,
} from './alertRows.ts'
import type { AlertPledges } from './useAlertPledges.ts'
import { type AlertTab, tabTable } from './tabs/alertTabs.ts'

export const pageSize = 100

export interface ShownAlerts {
  rows: AlertRow[]
  /** Number of alerts matching the filters, on all pages. */
  total: number
  /** Number of rows on earlier pages. */
  firstIndex: number
  /** Matching open alerts for the map, on any tab. */
  open: readonly Alert[]
  isComing: boolean
  /** The rows are outdated. */
  isOld: boolean
  error: CallError | null
  reload: () => void
  /** Input of the list call and its export. */
  query: Record<string, unknown>
  /** Identifies the set of rows. */
  key: string
  fold: (row: AlertRow) => void
  unfold: (alertId: number) => void
}

/** Returns the alerts of a tab that match the filters, as rows. */
export function useShownAlerts(tab: AlertTab, { address, view }: AddressBar, pledges: AlertPledges): ShownAlerts {
  const { open, isLoaded: known } = useAlerts()
  const { isOf, state } = tabTable[tab]
  const me = useAccount()?.id ?? null
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const filters: AlertQuery = queryOf({ ...alertList, sort: null }, address)
  const filterKey = `${tab} ${view}`
  // The filters are parsed from the URL at each render, so their serialised form is the dependency.
  // oxlint-disable-next-line react/exhaustive-deps
  const fitting = useMemo(() => open.filter((alert) => matchesQuery(alert, filters)), [open, filterKey])
  const own = useMemo(() => (isOf === null ? [] : fitting.filter((alert) => isOf(alert, me))), [fitting, isOf, me])
  const grouped = useMemo(
    () =>
      tab === 'shelved'
        ? shelvedRows(own)
        : groupedRows(own, unfolded, ({ animalId }) => animalId !== null && pledges.has(animalId)),
    [own, unfolded, tab, pledges],
  )
  const query = { ...queryOf(alertList, address), state }
  const paged = useCall(
    endpoints.alerts.list,
    { ...query, current: address.page, pageSize: address.size ?? pageSize },
    { isEnabled: isOf === null, keepsPrevious: true, shows: inPlace },
  )
  const around = {
    open: fitting,
    query,
    key: `${filterKey} ${address.page}`,
    fold({ alerts: [first], isUnfolded }: AlertRow) {
      const key = groupKeyOf(own, first.id)
      if (key === undefined) return
      const next = new Set(unfolded)
      if (isUnfolded) next.delete(key)
      else next.add(key)
      setUnfolded(next)
    },
    unfold(alertId: number) {
      const key = groupKeyOf(own, alertId)
      if (key !== undefined && !unfolded.has(key)) setUnfolded(new Set([...unfolded, key]))
    },
  }
  if (isOf !== null)
    return {
      ...around,
      rows: grouped,
      total: own.length,
      firstIndex: 0,
      isComing: !known,
      isOld: false,
      error: null,
      reload: () => undefined,
    }
  return {
    ...around,
    rows: paged.data?.list.map((alert) => rowOf(alert)) ?? [],
    total: paged.data?.total ?? 0,
    firstIndex: (address.page - 1) * (address.size ?? pageSize),
    isComing: paged.data === undefined && paged.isFetching,
    isOld: paged.isPlaceholderData,
    error: paged.error,
    reload: () => void paged.refetch(),
  }
}
