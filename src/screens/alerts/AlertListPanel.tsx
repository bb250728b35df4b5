import '../../list/list.css'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Scene } from '#contract/herd/monitor.ts'
import type { AddressBar } from '../../list/address/useAddress.ts'
import { Pager } from '../../list/Pager.tsx'
import { FailedRows, NoRows, OldRows, PastRows } from '../../list/rows/RowStates.tsx'
import { useIsCut } from '../../store/useDataAge.ts'
import type { AlertRow } from './alertRows.ts'
import { AlertTable } from './AlertTable.tsx'
import type { AlertPledges } from './useAlertPledges.ts'
import { pageSize, type ShownAlerts } from './useShownAlerts.ts'

interface Props {
  shown: ShownAlerts
  bar: AddressBar
  /** Null: still loading. */
  scene: Scene | null
  pledges: AlertPledges
  /** Whether the rows are live; otherwise they come in pages. */
  isLive: boolean
  /** Ids of selected alerts. */
  selected: ReadonlySet<number>
  onOpen: (row: AlertRow) => void
  /** Absent when no action works on several alerts. */
  onSelect?: (rows: readonly AlertRow[], isSelected: boolean) => void
  renderButtons?: (row: AlertRow) => ReactNode
  children?: ReactNode
}

const noScene: Scene = { farms: [], pens: [], gateways: [], projects: [] }

/** The list with its states: loading, outdated, empty, failed. */
export function AlertListPanel({
  shown,
  bar,
  scene,
  pledges,
  isLive,
  selected,
  onOpen,
  onSelect,
  renderButtons,
  children,
}: Props) {
  const intl = useIntl()
  const isCut = useIsCut()
  const { open: openId, page, size, filters } = bar.address
  const isLoading = shown.isComing || scene === null
  return (
    <section
      className="alert-list panel"
      data-past={(isCut && isLive) || undefined}
      aria-label={intl.formatMessage({ id: 'alertScreen.title' })}
    >
      {isCut && isLive && !isLoading && <PastRows />}
      {shown.error && shown.rows.length > 0 && <OldRows error={shown.error} onRetry={shown.reload} />}
      <AlertTable
        rows={isLoading ? [] : shown.rows}
        scene={scene ?? noScene}
        pledges={pledges}
        total={shown.total}
        firstIndex={shown.firstIndex}
        openId={openId === null ? null : rowIdOf(shown.rows, openId)}
        selected={
          new Set(shown.rows.filter(({ alerts }) => alerts.every(({ id }) => selected.has(id))).map(({ id }) => id))
        }
        onOpen={onOpen}
        onMove={(row) => openId !== null && bar.open(row.alerts[0].id)}
        onFold={shown.fold}
        onEscape={() => bar.open(null)}
        {...(onSelect && { onSelect })}
        {...(renderButtons && { renderButtons })}
        isLoading={isLoading && !shown.error}
        isOutdated={shown.isOld}
        rowsKey={shown.key}
      >
        {shown.error && shown.rows.length === 0 && <FailedRows error={shown.error} onRetry={shown.reload} />}
        {!shown.error && !isLoading && shown.total === 0 && (
          <NoRows isFiltered={filters.size > 0} emptyId="alertScreen.none" next={[]} onClear={bar.clearFilters} />
        )}
        {children}
      </AlertTable>
      {!isLive && (
        <Pager
          page={page}
          size={size ?? pageSize}
          total={shown.total}
          onPage={(to) => bar.setPage(to, size)}
          onSize={(wanted) => bar.setPage(1, wanted)}
        />
      )}
    </section>
  )
}

/** Returns the row that shows an alert: its own, or that of its group. */
function rowIdOf(rows: readonly AlertRow[], alertId: number): number | null {
  const own =
    rows.find(({ id }) => id === alertId) ?? rows.find(({ alerts }) => alerts.some(({ id }) => id === alertId))
  return own?.id ?? null
}
