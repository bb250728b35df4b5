import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Scene } from '#contract/herd/monitor.ts'
import { alertMatter, alertPlace } from '../../entities/alerts/alertPlace.ts'
import type { ShownColumn } from '../../list/grid/fitting.ts'
import { Grid } from '../../list/grid/Grid.tsx'
import { AlertLine } from './AlertLine.tsx'
import type { AlertRow } from './alertRows.ts'

interface Props {
  rows: readonly AlertRow[]
  scene: Scene
  /** Rows there are in all, on this page and on others. */
  total: number
  firstIndex: number
  openId: number | null
  selected: ReadonlySet<number>
  onOpen: (row: AlertRow) => void
  /** The keyboard has gone to another row. */
  onMove: (row: AlertRow) => void
  onFold: (row: AlertRow) => void
  /** Absent where there is nothing to do with many. */
  onSelect?: (rows: readonly AlertRow[], isSelected: boolean) => void
  onEscape: () => void
  /** Buttons below a line, on a phone. */
  renderButtons?: (row: AlertRow) => ReactNode
  isComing: boolean
  isOld: boolean
  rowsKey: string
  /** Instead of rows, where there are none. */
  children?: ReactNode
}

const heights = { line: 66, card: 132 } as const

/** All of a line is one cell: there is nothing to sort by, since the most urgent come first. */
const column: ShownColumn = { field: 'id', titleId: 'alertScreen.title', width: 300, isResized: false, isPinned: false, isNumber: false, isMoney: false, isInstant: false, isDate: false, isFlag: false, isText: true }

/** The alerts as a list of which only what is in sight is drawn: five thousand scroll like fifty. */
export function AlertTable({ rows, scene, renderButtons, onSelect, onOpen, onMove, onFold, ...rest }: Props) {
  const intl = useIntl()
  const drawLine = (row: AlertRow): ReactNode => (
    <>
      <AlertLine row={row} scene={scene} onFold={() => onFold(row)} />
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
            const wanted = new Set(ids)
            onSelect(rows.filter(({ id }) => wanted.has(id)), isSelected)
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
