import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { ListEndpoint } from '#contract/calls/lists.ts'
import { mayCall } from '../api/mayCall.ts'
import { useSession } from '../api/session.ts'
import { Tabs } from '../controls/Tabs.tsx'
import type { MessageId } from '../locale/languages.ts'
import {
  type Action,
  type AnyDescription,
  buildList,
  type ListDescription,
  type RecordList,
  type Row,
  type ToolbarProps,
} from './describe.ts'
import { ImportButton } from './imports/ImportButton.tsx'
import { ListPage } from './ListPage.tsx'
import { formDetails, formToolbar, type LoadForm } from './withForm.tsx'

/** Calls of a noun that the server implements from a descriptor (`recordEndpoints`). */
interface RecordCalls<E extends ListEndpoint> {
  list: E
  addOrEdit: Endpoint
  remove: Endpoint
  trash: ListEndpoint
  restore: Endpoint
  purge: Endpoint
  history: Endpoint
}
interface Form {
  newTitleId: MessageId
  load: LoadForm
  /** Fields that a new record takes from the list's filters: a new pen joins the farm whose pens are shown. */
  prefill?: readonly string[]
  /** URLs of the list and its recycle bin. By default the bin is the list's URL with `?bin=1`. */
  paths?: Paths
  /** The server purges this recycle bin, so it shows how many days each record has left. */
  showsDaysLeft?: boolean
  /** Replaces the question before records move to the recycle bin: what else the move does. */
  removeTextId?: MessageId
  /** Further actions on records in the recycle bin. */
  binActions?: readonly Action<Row>[]
  /** Records can also be imported from sheets. */
  canImport?: boolean
  /** Additional buttons above the list. */
  Tools?: () => ReactNode
  /** URL of the page on which a record is edited, without the id at its end. */
  page?: string
  /** Replaces the form's own details next to the list. */
  Details?: (props: { id: number }) => ReactNode
}
interface Paths {
  list: string
  bin: string
}

/** Lists of a noun: its records and its recycle bin. */
export interface RecordLists {
  records: RecordList
  bin: RecordList
}

/**
 * Describes the list of a noun together with its form, recycle bin and history.
 * Adding, editing, removing, restoring and purging are included and offered to roles that may make the calls.
 */
export function describeRecords<const E extends ListEndpoint>(
  calls: RecordCalls<E>,
  form: Form,
): (description: Omit<ListDescription<E>, 'Details' | 'Toolbar'>) => RecordLists
export function describeRecords(calls: RecordCalls<ListEndpoint>, form: Form) {
  return (description: never) => buildLists(calls, form, description)
}

function buildLists(calls: RecordCalls<ListEndpoint>, form: Form, description: AnyDescription): RecordLists {
  const { page, Tools, Details = formDetails<Row>(form.load, undefined, calls.history) } = form
  const NewRecord =
    page === undefined
      ? formToolbar(description.noun, form.newTitleId, form.load, form.prefill)
      : () => <PageButton titleId={form.newTitleId} path={page} />
  const Toolbar = (props: ToolbarProps): ReactNode => (
    <>
      <BinSwitch call={calls.trash} isBin={false} paths={form.paths} />
      {form.canImport && <ImportButton save={calls.addOrEdit} titleId={description.titleId} />}
      {Tools && <Tools />}
      <MayAdd call={calls.addOrEdit}>
        <NewRecord {...props} />
      </MayAdd>
    </>
  )
  return {
    records: buildList(calls.list, {
      ...description,
      next: [
        {
          titleId: form.newTitleId,
          call: calls.addOrEdit,
          ...(page === undefined ? { adds: description.noun } : { to: page }),
        },
        ...(description.next ?? []),
      ],
      Details,
      Toolbar,
      actions: [...(description.actions ?? []), action('remove', calls.remove, true, form.removeTextId)],
    }),
    bin: buildList(calls.trash, {
      ...description,
      noun: `${description.noun}.bin`,
      emptyId: 'bin.empty',
      next: [],
      columns: {
        ...description.columns,
        deletedAt: { titleId: 'bin.deletedAt', width: 170 },
        deletedBy: { titleId: 'bin.deletedBy', width: 130 },
        ...(form.showsDaysLeft && { daysLeft }),
      },
      filters: description.filters.filter(
        ({ field = '' }) => field in (calls.trash.input as { shape?: object }).shape!,
      ),
      sort: { field: 'deletedAt', order: 'desc' },
      Toolbar: () => <BinSwitch call={calls.trash} isBin paths={form.paths} />,
      actions: [
        action('restore', calls.restore, false),
        ...(form.binActions ?? []),
        action('purge', calls.purge, true),
      ],
    }),
  }
}

/** Null: history needs the record, so it stays. */
const daysLeft = {
  titleId: 'bin.daysLeft',
  width: 110,
  cell: (row: Row) => <DaysLeft days={Reflect.get(row, 'daysLeft') as number | null} />,
} as const

function DaysLeft({ days }: { days: number | null }) {
  const intl = useIntl()
  return days === null ? intl.formatMessage({ id: 'bin.stays' }) : intl.formatMessage({ id: 'span.days' }, { days })
}

const words = {
  remove: { titleId: 'bin.remove', askId: 'bin.removeText', doneId: 'bin.removed' },
  restore: { titleId: 'bin.restore', askId: undefined, doneId: 'bin.restored' },
  purge: { titleId: 'bin.purge', askId: 'bin.purgeText', doneId: 'bin.purged' },
} as const satisfies Record<string, { titleId: MessageId; askId: MessageId | undefined; doneId: MessageId }>

function action(key: keyof typeof words, call: Endpoint, danger: boolean, askWith?: MessageId): Action<Row> {
  const { titleId, doneId } = words[key]
  const askId = askWith ?? words[key].askId
  const needsReason = call.input instanceof z.ZodObject && 'reason' in call.input.shape
  return {
    key,
    titleId,
    doneId,
    danger,
    call,
    ...(askId && { confirmId: askId }),
    ...(needsReason && { reasonId: 'bin.reason' }),
    run: (row, ask, reason) => ask(call, { id: Number(Reflect.get(row, 'id')), ...(needsReason && { reason }) }),
  }
}

/** Switches between the list and the recycle bin, for users who may open the bin. */
function BinSwitch({ call, isBin, paths }: { call: Endpoint; isBin: boolean; paths: Paths | undefined }) {
  const intl = useIntl()
  const [, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const role = useSession(({ session }) => session?.role ?? null)
  if (!mayCall(call, role)) return null
  const change = () => (paths ? void navigate(isBin ? paths.list : paths.bin) : setQuery(isBin ? {} : { bin: '1' }))
  return <Button onClick={change}>{intl.formatMessage({ id: isBin ? 'bin.back' : 'bin.title' })}</Button>
}

function PageButton({ titleId, path }: { titleId: MessageId; path: string }) {
  const navigate = useNavigate()
  return (
    <Button type="primary" onClick={() => void navigate(path)}>
      {useIntl().formatMessage({ id: titleId })}
    </Button>
  )
}

function MayAdd({ call, children }: { call: Endpoint; children: ReactNode }) {
  return (
    mayCall(
      call,
      useSession(({ session }) => session?.role ?? null),
    ) && children
  )
}

/** View of the records other than a list; `?tab=` is its key. It draws the page, with the tabs below its heading. */
export interface OtherView {
  key: string
  titleId: MessageId
  View: (props: { tabs: ReactNode }) => ReactNode
}

interface RecordsPageProps {
  lists: RecordLists
  others?: readonly RecordList[]
  views?: readonly OtherView[]
}

/** Page of a described noun: its records, its recycle bin (`?bin=1`), or another list or view (`?tab=`). */
export function RecordsPage({ lists: { records: kept, bin }, others = [], views = [] }: RecordsPageProps) {
  const [query] = useSearchParams()
  return query.has('bin') ? <ListPage key="bin" list={bin} /> : <ListTabs first={kept} others={others} views={views} />
}

/** Page of several lists and views as tabs; `?tab=` is the noun of a list or the key of a view, absent for the first. */
export function ListTabs({
  first,
  others,
  views = [],
}: {
  first: RecordList
  others: readonly RecordList[]
  views?: readonly OtherView[]
}) {
  const intl = useIntl()
  const [query, setQuery] = useSearchParams()
  const list = others.find(({ noun }) => noun === query.get('tab')) ?? first
  const view = views.find(({ key }) => key === query.get('tab'))
  const pages = [...[first, ...others].map(({ noun, titleId }) => ({ key: noun, titleId })), ...views]
  const titles = pages.map(({ key, titleId }) => ({ key, title: intl.formatMessage({ id: titleId }) }))
  const tabs = titles.length > 1 && (
    <Tabs
      label={intl.formatMessage({ id: first.titleId })}
      tabs={titles}
      active={view?.key ?? list.noun}
      onChange={(key) => setQuery(key === first.noun ? {} : { tab: key })}
    />
  )
  if (view) return <view.View key={view.key} tabs={tabs} />
  return <ListPage key={list.noun} list={list} above={tabs} />
}
