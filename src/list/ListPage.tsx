import './list.css'
import { App, Button } from 'antd'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { PageHeading } from '../navigation/PageHeading.tsx'
import { mayCall } from '../api/mayCall.ts'
import { useSession } from '../api/session.ts'
import { useIsCut } from '../store/useDataAge.ts'
import { phoneWidth, useMedia } from '../theme/useMedia.ts'
import { AnyActionDialog, type Chosen } from './actions/AnyActionDialog.tsx'
import { BatchBar } from './actions/BatchBar.tsx'
import { RowMenu } from './actions/RowMenu.tsx'
import { queryOf } from './address/address.ts'
import { drawCell } from './grid/cells.tsx'
import type { RecordList } from './describe.ts'
import { DetailActions } from './DetailActions.tsx'
import { DetailsFrame } from './DetailsFrame.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { useWidth } from './grid/fitting.ts'
import { Grid } from './grid/Grid.tsx'
import { shownColumns } from './grid/shownColumns.ts'
import { Pager } from './Pager.tsx'
import { allRows } from './rows/allRows.ts'
import { savePlace, recall } from './rows/places.ts'
import { FailedRows, NoRows, OldRows, PastRows } from './rows/RowStates.tsx'
import { ColumnsMenu } from './tools/ColumnsMenu.tsx'
import { ExportMenu } from './tools/ExportMenu.tsx'
import { ViewsMenu } from './tools/ViewsMenu.tsx'
import { useAddress } from './address/useAddress.ts'
import { useColumnNames } from './rows/useColumnNames.ts'
import { useLayout } from './useLayout.ts'
import { useLiveRows } from './rows/useLiveRows.ts'
import { useOpenRow } from './rows/useOpenRow.ts'
import { useRows } from './rows/useRows.ts'
import { useSearchKey } from './useSearchKey.ts'
import { useSelection } from './rows/useSelection.ts'

/** Width of the selection boxes and row menus, px. */
const fixedColumnsWidth = 88
const rowHeights = { comfortable: 40, compact: 32, card: 84 } as const

/**
 * Page of a described list: filters above the rows, and next to them the details of the open row.
 * `above`: tabs to other lists, or remarks on all rows. `isPart`: the page around it has a heading of its own.
 */
export function ListPage({
  list: described,
  above,
  isPart = false,
}: {
  list: RecordList
  above?: ReactNode
  isPart?: boolean
}) {
  const intl = useIntl()
  const list = useOffered(described)
  const { message } = App.useApp()
  const bar = useAddress(list)
  const layout = useLayout(list)
  const isNarrow = useMedia(phoneWidth)
  const isBeside = useMedia('(min-width: 1200px)')
  const isWide = useMedia('(min-width: 1900px)')
  const token = useSession(({ session }) => session?.token)
  const entry = `${token} ${list.noun} ${useLocation().key}`
  const search = useSearchKey()
  const [intent, setIntent] = useState<Chosen | null>(null)

  const { address } = bar
  const size = address.size ?? layout.size
  const query = queryOf(list, address)
  const pageInput = { ...query, current: address.page, pageSize: size }
  const [kept] = useState(() => recall(entry))
  const filters = JSON.stringify({ ...query, sort: null })
  const rows = useRows(list, pageInput, filters)
  const live = useLiveRows(list, rows.loaded?.rows ?? [])
  const { loaded, isCurrent, key } = rows
  const total = loaded?.total ?? 0
  const selection = useSelection(list, filters, live)
  const isCut = useIsCut()
  const isPast = isCut && list.columns.some((column) => column.isLive)
  const names = useColumnNames(list, layout.shown, live)

  const card = useRef<HTMLElement>(null)
  const width = useWidth(card)
  const columns = shownColumns(intl, list, layout, width === null || isNarrow ? null : width - fixedColumnsWidth)

  const place = useRef({ scrollTop: kept?.scrollTop ?? 0, activeId: kept?.activeId ?? null })
  const remember = () => {
    if (isCurrent) savePlace(entry, { key, ...place.current })
  }
  useEffect(remember)

  const lastPage = Math.max(1, Math.ceil(total / size))
  const isBeyond = isCurrent && live.length === 0 && total > 0 && address.page > lastPage
  useEffect(() => {
    if (isBeyond) bar.setPage(lastPage, address.size)
    // Runs once each time the number of pages shrinks.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isBeyond, lastPage])

  const follow = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(follow.current), [])
  const { Details, Toolbar, actions } = list
  const { open } = bar
  const openRow = useOpenRow(list, address.open, live, isCurrent)
  const closeDetails = () => {
    open(null)
    document.querySelector<HTMLElement>('.grid [role=row][data-active]')?.focus()
  }
  const isFiltered = address.filters.size > 0
  const count = loaded && intl.formatMessage({ id: list.countId }, { count: total })

  return (
    <>
      <PageHeading
        isPart={isPart}
        note={count && (isFiltered ? intl.formatMessage({ id: 'list.filtered' }, { count }) : count)}
        actions={
          <>
            <ExportMenu list={list} query={query} columns={layout.shown} total={loaded && total} />
            {Toolbar && <Toolbar open={open} />}
          </>
        }
      />
      {above}
      <div className={`list${address.open !== null && isBeside ? ' list-beside' : ''}`}>
        <section ref={card} className="list-card panel" aria-label={intl.formatMessage({ id: list.titleId })}>
          <FilterBar
            list={list}
            bar={bar}
            search={search}
            offered={offeredFilters(isNarrow, isWide, address.open !== null && isBeside)}
          >
            <ViewsMenu
              noun={list.noun}
              query={bar.view}
              columns={layout.shown.map(({ field }) => field)}
              onApply={(view) => {
                layout.setColumns(view.columns)
                bar.applyView(view.query)
              }}
            />
            <ColumnsMenu layout={layout} drawn={columns} hasPins={!isNarrow} />
            {!isNarrow && (
              <Button
                type="text"
                aria-pressed={layout.density === 'compact'}
                onClick={() => layout.setDensity(layout.density === 'compact' ? 'comfortable' : 'compact')}
              >
                {intl.formatMessage({ id: layout.density === 'compact' ? 'list.comfortable' : 'list.compact' })}
              </Button>
            )}
          </FilterBar>
          {isPast && !rows.error && total > 0 && <PastRows />}
          {rows.error && loaded && <OldRows error={rows.error} onRetry={rows.reload} />}
          <Grid
            label={intl.formatMessage({ id: list.titleId })}
            columns={columns}
            rows={live}
            idOf={list.idOf}
            nameOf={(row) => list.nameOf(row, intl)}
            firstIndex={(address.page - 1) * size}
            total={total}
            sort={address.sort ?? list.sort}
            sortable={list.shape.sortable}
            onSort={bar.setSort}
            onResize={layout.setWidth}
            selected={selection.ids}
            {...(actions.some(({ isSingle: single }) => !single) && { onSelect: selection.select })}
            openId={address.open}
            {...(Details && { onOpen: open })}
            onMove={(id) => {
              clearTimeout(follow.current)
              // The details follow the keyboard once it rests.
              if (address.open !== null) follow.current = setTimeout(() => open(id), 150)
            }}
            onEscape={() => (address.open === null ? selection.clear() : open(null))}
            {...(actions.length > 0 && {
              renderMenu: (row) => (
                <RowMenu
                  row={row}
                  name={list.nameOf(row, intl)}
                  actions={actions}
                  onAction={(action, some) => setIntent({ action, rows: some })}
                />
              ),
            })}
            cell={(column, row) => drawCell(column, row, { intl, isPast, names: (one, id) => names(one).get(id) })}
            rowHeight={isNarrow ? rowHeights.card : rowHeights[layout.density]}
            asCards={isNarrow}
            isOutdated={!isCurrent && loaded !== null}
            isLoading={loaded === null && rows.isLoading}
            rowsKey={key}
            startTop={kept?.key === key ? kept.scrollTop : 0}
            startId={kept?.activeId ?? null}
            onPlace={(scrollTop, activeId) => {
              place.current = { scrollTop, activeId }
              remember()
            }}
          >
            {rows.error && loaded === null && <FailedRows error={rows.error} onRetry={rows.reload} />}
            {loaded && isCurrent && total === 0 && (
              <NoRows isFiltered={isFiltered} emptyId={list.emptyId} next={list.next} onClear={bar.clearFilters} />
            )}
            <BatchBar
              list={list}
              selected={selection.rows}
              total={total}
              // Failures have already been reported.
              onSelectAll={() => allRows(list, query).then(selection.selectOnly, () => undefined)}
              onAction={(action, some) => setIntent({ action, rows: some })}
              onCancel={selection.clear}
            />
          </Grid>
          <Pager
            page={address.page}
            size={size}
            total={loaded === null ? null : total}
            onPage={(page) => bar.setPage(page, address.size)}
            onSize={(wanted) => {
              layout.setSize(wanted)
              bar.setPage(1, wanted)
            }}
          />
        </section>
        {Details && address.open !== null && (
          <DetailsFrame
            isBeside={isBeside}
            actions={
              openRow && (
                <DetailActions
                  row={openRow}
                  actions={actions}
                  onAction={(action, some) => setIntent({ action, rows: some })}
                />
              )
            }
            title={openRow ? list.nameOf(openRow, intl) : intl.formatMessage({ id: list.titleId })}
            onClose={closeDetails}
          >
            <Details key={address.open} id={address.open} row={openRow} close={closeDetails} open={open} />
          </DetailsFrame>
        )}
      </div>
      {intent && (
        <AnyActionDialog
          list={list}
          chosen={intent}
          onClose={() => setIntent(null)}
          onDone={(words) => {
            if (words === '') return
            if (words !== null) void message.success(words)
            selection.clear()
          }}
        />
      )}
    </>
  )
}

/** Returns the list with only the actions that the user's role may take. */
function useOffered(list: RecordList): RecordList {
  const role = useSession(({ session }) => session?.role ?? null)
  return useMemo(
    () => ({ ...list, actions: list.actions.filter(({ call }) => call === undefined || mayCall(call, role)) }),
    [list, role],
  )
}

/** Returns how many unset filters the bar offers: those that fit on one line, so that the rows below do not move. */
function offeredFilters(isNarrow: boolean, isWide: boolean, isDetailed: boolean): number {
  if (isNarrow) return 0
  if (isWide) return isDetailed ? 2 : Number.POSITIVE_INFINITY
  return isDetailed ? 0 : 3
}
