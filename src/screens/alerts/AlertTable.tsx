import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Scene } from '#contract/herd/monitor.ts'
import { alertMatter, alertPlace } from '../../entities/alerts/alertPlace.ts'
import type { ShownColumn } from '../../list/grid/fitting.ts'
import { Grid } from '../../list/grid/Grid.tsx'
import { AlertLine } from './AlertLine.tsx'
import type { AlertRow } from './alertRows.ts'
import type { AlertPledges } from './useAlertPledges.ts'

interface Props {
  rows: readonly AlertRow[]
  scene: Scene
  pledges: AlertPledges
  /** Total number of rows on all pages. */
  total: number
  firstIndex: number
  openId: number | null
  selected: ReadonlySet<number>
  onOpen: (row: AlertRow) => void
  /** The keyboard moved to another row. */
  onMove: (row: AlertRow) => void
  onFold: (row: AlertRow) => void
  /** Absent when no action works on several alerts. */
  onSelect?: (rows: readonly AlertRow[], isSelected: boolean) => void
  onEscape: () => void
  /** Buttons below a line, on a phone. */
  renderButtons?: (row: AlertRow) => ReactNode
  isLoading: boolean
  isOutdated: boolean
  rowsKey: string
  /** Shown instead of rows in an empty list. */
  children?: ReactNode
}

const heights = { line: 86, card: 154 } as const

/** A line is a single cell without sorting, as the most urgent alerts always come first. */
const column: ShownColumn = {
  field: 'id',
  titleId: 'alertScreen.title',
  width: 300,
  isResized: false,
  isPinned: false,
  isNumber: false,
  isMoney: false,
  isInstant: false,
  isDate: false,
  isFlag: false,
  isText: true,
}

/** Alerts as a list that draws only visible rows, so that five thousand scroll like fifty. */
export function AlertTable({ rows, scene, pledges, renderButtons, onSelect, onOpen, onMove, onFold, ...rest }: Props) {
  const intl = useIntl()
  const drawLine = (row: AlertRow): ReactNode => (
    <>
      <AlertLine row={row} scene={scene} pledges={pledges} onFold={() => onFold(row)} />
      {renderButtons && <div className="alert-line-buttons">{renderButtons(row)}</div>}
    </>
  )
  const rowOf = (id: number) => rows.find((row) => row.id === id)
  return (
    <div className="alert-table" data-buttons={renderButtons ? '' : undefined}>
      <Grid
        {...rest}
        label={intl.formatMessage({ id: 'alertScreen.title' })}
        columns={[column]}
        rows={rows}
        idOf={(row) => (row as AlertRow).id}
        nameOf={(row) => {
          const { alerts } = row as AlertRow
          return `${alertMatter(intl, alerts[0], alerts.length)} ${alertPlace(intl, scene, alerts)}`
        }}
        sort={null}
        sortable={[]}
        onSort={() => undefined}
        onResize={() => undefined}
        {...(onSelect && {
          onSelect(ids: readonly number[], isSelected: boolean) {
            const idSet = new Set(ids)
            onSelect(
              rows.filter(({ id }) => idSet.has(id)),
              isSelected,
            )
          },
        })}
        onOpen={(id) => {
          const row = rowOf(id)
          if (row) onOpen(row)
        }}
        onMove={(id) => {
          const row = rowOf(id)
          if (row) onMove(row)
        }}
        cell={(_column, row) => drawLine(row as AlertRow)}
        rowHeight={renderButtons ? heights.card : heights.line}
        asCards
        startTop={0}
        startId={null}
        onPlace={() => undefined}
      />
    </div>
  )
}
